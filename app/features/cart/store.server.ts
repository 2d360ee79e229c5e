import { createContext } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import {
  type Cart,
  type CartGood,
  type CartLine,
  type GoodDetails,
  keyOf,
  showCart,
  type ShownCart,
} from './rules.ts'

/** The cart goods by kind, filled by the composition. */
export type CartGoods = Partial<Record<SellableKind, CartGood>>

/** The cart goods, for loaders and actions. */
export const cartGoodsContext = createContext<CartGoods>()

/** Quantities by line key. */
export type HeldQuantities = ReadonlyMap<string, number>

/** A cart with its items' details at `now`. What its own order holds counts as available. */
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
  const free = freeLines(
    goods,
    cart,
    known.flatMap(([, { left, itemClass }]) => (itemClass && left !== 0 ? [itemClass] : [])),
  )
  return showCart(cart, new Map<string, GoodDetails>(known), free)
}

/** The cart lines that come free with a firearm of one of these classes, with the words for it, by line key. */
export function freeLines(
  goods: CartGoods,
  { lines }: Pick<Cart, 'lines'>,
  itemClasses: readonly string[],
): Map<string, string> {
  const free = lines.flatMap((line) => {
    const [why] = itemClasses.flatMap((itemClass) => goods[line.kind]?.freeWith?.(itemClass) ?? [])
    return why ? [[keyOf(line), why] as const] : []
  })
  return new Map(free)
}

/**
 * An item's details at `now`, counting what the visitor's own order holds as available; `undefined` if it is not
 * sold.
 */
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

/** The lines to order: not what comes free with another. Sorted, so that concurrent orders lock stock in the same order. */
export function orderLines(goods: CartGoods, { lines }: Pick<ShownCart, 'lines'>) {
  return lines
    .filter(({ free }) => !free)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .flatMap(({ kind, id, quantity }) => {
      const good = goods[kind]
      return good ? [{ kind, ref: good.ref(id, quantity) }] : []
    })
}

/** The quantities of an order by cart line key. */
export function quantityOf(
  goods: CartGoods,
  order: { lines: Parameters<typeof boughtLines>[1] } | undefined,
): HeldQuantities {
  return new Map(boughtLines(goods, order?.lines ?? []).map((line) => [keyOf(line), line.quantity]))
}

/** The lines of an order as cart lines. Kinds that no cart takes and lines that cannot be read are left out. */
export function boughtLines(
  goods: CartGoods,
  lines: readonly { kind: SellableKind; ref: unknown; quantity: number }[],
): Pick<CartLine, 'kind' | 'id' | 'quantity'>[] {
  return lines.flatMap(({ kind, ref, quantity }) => {
    const good = goods[kind]
    const id = good && tryParse(good.idOf, ref)
    return id === undefined ? [] : [{ kind, id, quantity }]
  })
}
