import { transact, type AppContext } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { isSettling, mayPay } from '#app/features/orders/rules.ts'
import { type Holder, startReplacementOrder } from '#app/features/checkout/store.server.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import type { OrderView, Sellables } from '#app/features/orders/store.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import { addQuantity, type Cart, keyOf, maxQuantityOf, type ShownCart, withoutBought } from './rules.ts'
import { boughtLines, type CartGoods, freeLines, orderLines } from './store.server.ts'

/** The order that a cart last started, if this browser may see it. */
type PreviousOrder = Pick<OrderView, 'id' | 'state' | 'expiresAt' | 'expiresCapAt' | 'paidAt' | 'lines'>

/**
 * Updates a cart after its last order: removes what was paid, and forgets an order that failed or was charged too
 * late. An order that can still be paid is returned as `open` and changes nothing.
 */
export function settleCart(
  goods: CartGoods,
  cart: Cart,
  order: PreviousOrder | undefined,
  now: Date,
): { cart: Cart; open: PreviousOrder | undefined } {
  if (!cart.orderId) return { cart, open: undefined }
  const isBought = order?.paidAt && order.state !== 'paid_unfulfilled'
  if (isBought) {
    const rest = withoutBought(cart, boughtLines(goods, order.lines))
    const itemClasses = order.lines.flatMap(({ itemClass }) => itemClass ?? [])
    const free = freeLines(goods, cart, itemClasses)
    return { cart: { ...rest, lines: rest.lines.filter((line) => !free.has(keyOf(line))) }, open: undefined }
  }
  if (order && (isSettling(order.state) || mayPay(order, now).ok)) return { cart, open: order }
  return { cart: { ...cart, orderId: null }, open: undefined }
}

/** Of the goods of an order: how many of each can be added to the cart now, at which price. */
export type RepeatedItem = {
  key: string
  title: string
  /** How many the order had. */
  wanted: number
  /** How many more the cart can take now; 0 where it is sold out or no longer sold. */
  quantity: number
  /** US cents. */
  unitCents: number
}

function quantityIn({ lines }: Cart, key: string): number {
  return lines.find((line) => keyOf(line) === key)?.quantity ?? 0
}

/** Goods that can be ordered again; numbers and seats are bought once. */
const repeatable: readonly SellableKind[] = ['accessory', 'patch']

/** The cart with the items of an earlier order that are available today, and the result for each item. */
export async function repeatOrder(
  db: Db,
  goods: CartGoods,
  before: Cart,
  lines: OrderView['lines'],
  now: Date,
): Promise<{ cart: Cart; items: RepeatedItem[] }> {
  let cart = before
  const items: RepeatedItem[] = []
  for (const { kind, ref, title, quantity: wanted, unitCents: paidCents } of lines) {
    const good = repeatable.includes(kind) ? goods[kind] : undefined
    if (!good) continue
    const id = tryParse(good.idOf, ref) ?? ''
    const key = keyOf({ kind, id })
    const found = id ? await good.describe(db, id, now) : undefined
    const had = quantityIn(cart, key)
    if (found)
      cart = addQuantity(
        cart,
        { kind, id, quantity: wanted, priceWhenAddedCents: found.unitCents },
        maxQuantityOf(found),
      )
    items.push({
      key,
      title: found?.title ?? title,
      wanted,
      quantity: Math.max(0, quantityIn(cart, key) - had),
      unitCents: found?.unitCents ?? paidCents,
    })
  }
  return { cart, items }
}

/** What checking out depends on. */
export type CheckoutContext = { ctx: AppContext; sellables: Sellables; goods: CartGoods }

type Request = {
  shown: ShownCart
  open: PreviousOrder | undefined
  key: string
  holder?: Holder | undefined
}

/**
 * Starts one order for the whole cart, all or nothing. An open order for the same items continues (without a token:
 * the browser has it); one for other items is replaced, so that no visitor holds twice. If the new one is refused,
 * the earlier one stays.
 */
export async function checkOut(
  { ctx, sellables, goods }: CheckoutContext,
  { shown, open, key, holder }: Request,
): Promise<{ ok: true; orderId: string; token: string | null } | Refusal> {
  if (shown.lines.length === 0) return refuse('empty')
  if (!shown.isReady) return refuse('changed')
  if (open && (isSettling(open.state) || isFor(goods, open, shown)))
    return { ok: true, orderId: open.id, token: null }
  const [earlier, lines] = [open ? [open.id] : [], orderLines(goods, shown)]
  return transact(ctx, (work) => startReplacementOrder(work, sellables, earlier, { key, lines, holder }))
}

/** Is this order for the cart's items at the displayed price? */
function isFor(goods: CartGoods, { lines }: PreviousOrder, shown: ShownCart): boolean {
  const ordered = boughtLines(goods, lines).map((line) => `${keyOf(line)} ${line.quantity}`)
  const wanted = shown.lines.filter(({ free }) => !free).map((line) => `${line.key} ${line.quantity}`)
  const cents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const isSame = ordered.toSorted().join('\n') === wanted.toSorted().join('\n')
  return isSame && lines.length === ordered.length && cents === shown.subtotalCents
}
