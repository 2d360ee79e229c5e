import { createContext } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { SellableKind } from '#app/features/orders/sellable.ts'
import {
  type Cart,
  type CartGood,
  type CartLine,
  type GoodDetails,
  keyOf,
  showCart,
  type ShownCart,
} from './rules.ts'

/** How what is sold stands in a cart, by kind. The composition fills it; the cart knows no feature that sells. */
export type CartGoods = Partial<Record<SellableKind, CartGood>>

/** What can be put into a cart, for loaders and actions. */
export const cartGoodsContext = createContext<CartGoods>()

/** Pieces by the keys of their lines. */
export type HeldQuantities = ReadonlyMap<string, number>

/** A cart with its things as they are at `now`. Pieces that an order of its own holds count as left for it. */
export async function findCart(
  db: Db,
  goods: CartGoods,
  cart: Pick<Cart, 'lines'>,
  held: HeldQuantities,
  now: Date,
): Promise<ShownCart> {
  const described = await Promise.all(
    cart.lines.map(async (line) => [keyOf(line), await findGood(db, goods, line, held, now)] as const),
  )
  const known = described.flatMap(([key, good]) => (good ? [[key, good] as const] : []))
  return showCart(cart, new Map<string, GoodDetails>(known))
}

/** A thing as it is at `now`, with what the visitor's own order holds; `undefined` when this shop does not sell it. */
export async function findGood(
  db: Db,
  goods: CartGoods,
  { kind, id }: Pick<CartLine, 'kind' | 'id'>,
  held: HeldQuantities,
  now: Date,
): Promise<GoodDetails | undefined> {
  const good = await goods[kind]?.describe(db, id, now)
  if (!good || good.left === null) return good
  return { ...good, left: good.left + (held.get(keyOf({ kind, id })) ?? 0) }
}

/**
 * What the order path is asked for. Sorted, so that orders for the same things wait for each other in the same order and
 * never for one another.
 */
export function orderLines(goods: CartGoods, { lines }: Pick<Cart, 'lines'>) {
  return lines
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .flatMap(({ kind, id, quantity }) => {
      const good = goods[kind]
      return good ? [{ kind, ref: good.ref(id, quantity) }] : []
    })
}

/** The pieces of an order by what a cart knows them by. */
export function quantityOf(
  goods: CartGoods,
  order: { lines: Parameters<typeof boughtLines>[1] } | undefined,
): HeldQuantities {
  return new Map(boughtLines(goods, order?.lines ?? []).map((line) => [keyOf(line), line.quantity]))
}

/** What a cart would know the lines of an order by. Lines of which the kind stands in no cart are left out. */
export function boughtLines(
  goods: CartGoods,
  lines: readonly { kind: SellableKind; ref: unknown; quantity: number }[],
): Pick<CartLine, 'kind' | 'id' | 'quantity'>[] {
  return lines.flatMap(({ kind, ref, quantity }) => {
    const good = goods[kind]
    return good ? [{ kind, id: good.idOf(ref), quantity }] : []
  })
}
