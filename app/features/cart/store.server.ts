import { type ActionFunctionArgs, createContext } from 'react-router'
import { isOpenPage } from '#app/facts/sections.ts'
import { readOrderToken } from '#app/features/orders/access.server.ts'
import { isSettling, mayPay } from '#app/features/orders/rules.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { findOwnOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { day } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import {
  type Cart,
  cartCookie,
  type CartGood,
  type CartLine,
  formatCart,
  type GoodDetails,
  keyOf,
  parseCart,
  quantityOf,
  showCart,
  type ShownCart,
  withoutBought,
} from './rules.ts'

export type CartGoods = Partial<Record<SellableKind, CartGood>>

export const cartGoodsContext = createContext<CartGoods>()

const cartMaxAgeSeconds = (30 * day) / 1_000

/** The visitor's cart, without what became of its last order, and what is sold. */
export async function openCart({ context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>) {
  const shop = context.get(shopContext)
  const goods = context.get(cartGoodsContext)
  const stored = parseCart(readCookie(request, cartCookie))
  const token = stored.orderId && readOrderToken(request, stored.orderId)
  const order = stored.orderId && token ? await findOwnOrder(shop, stored.orderId, token) : undefined
  const { cart, open } = settleCart(goods, stored, order, shop.now())
  const closed = await shop.closedPages()
  const held = boughtLines(goods, open?.lines ?? [])

  /** Nothing where its page is in a closed section. What the visitor's own order holds counts as available. */
  async function find({ kind, id }: Pick<CartLine, 'kind' | 'id'>): Promise<GoodDetails | undefined> {
    const good = await goods[kind]?.describe(shop.db, id, shop.now())
    if (!good || !isOpenPage(closed, good.path)) return undefined
    return good.left === null
      ? good
      : { ...good, left: good.left + quantityOf({ lines: held }, { kind, id }) }
  }

  async function show(): Promise<ShownCart> {
    const known = new Map<string, GoodDetails>()
    const found = await Promise.all(cart.lines.map(async (line) => [keyOf(line), await find(line)] as const))
    for (const [key, good] of found) if (good) known.set(key, good)
    const classes = [...known.values()].flatMap(({ left, itemClass }) =>
      itemClass && left !== 0 ? [itemClass] : [],
    )
    return showCart(cart, known, freeLines(goods, cart, classes))
  }

  function write(changed: Cart): string {
    const options = { https: isHttps(shop), httpOnly: false }
    if (changed.lines.length === 0 && !changed.orderId) return clearCookie(cartCookie, options)
    return writeCookie(cartCookie, formatCart(changed), { ...options, maxAgeSeconds: cartMaxAgeSeconds })
  }

  return { shop, goods, cart, open, isChanged: cart !== stored, find, show, write }
}

function freeLines(
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

type PreviousOrder = Pick<OrderView, 'id' | 'state' | 'expiresAt' | 'expiresCapAt' | 'paidAt' | 'lines'>

/** Forgets an order that failed or was charged too late. One that can still be paid is returned as `open` and changes nothing. */
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

/**
 * What a press of Checkout does: an open order for the same items continues (`orderId`: the browser has it); one for other items is
 * replaced, so that no visitor holds twice, and stays if the new one is refused.
 */
export function planCheckout(goods: CartGoods, shown: ShownCart, open: PreviousOrder | undefined) {
  if (shown.lines.length === 0) return refuse('empty')
  if (!shown.isReady) return refuse('changed')
  if (open && (isSettling(open.state) || isFor(goods, open, shown)))
    return { ok: true as const, orderId: open.id }
  // Not what comes free with another. Sorted, so that concurrent orders lock stock in the same order.
  const lines = shown.lines
    .filter(({ free }) => !free)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ kind, id, quantity }) => {
      const good = goods[kind]
      return good ? [{ kind, ref: good.ref(id, quantity) }] : []
    })
  return { ok: true as const, lines, instead: open ? [open.id] : [] }
}

function isFor(goods: CartGoods, { lines }: PreviousOrder, shown: ShownCart): boolean {
  const ordered = boughtLines(goods, lines).map((line) => `${keyOf(line)} ${line.quantity}`)
  const wanted = shown.lines.filter(({ free }) => !free).map((line) => `${line.key} ${line.quantity}`)
  const cents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const isSame = ordered.toSorted().join('\n') === wanted.toSorted().join('\n')
  return isSame && lines.length === ordered.length && cents === shown.subtotalCents
}

export const addRefusalWords: Record<'not_sold' | 'gone' | 'full' | 'all_of_it', string> = {
  not_sold: 'This is no longer available.',
  gone: 'The last one was just held or sold.',
  full: 'Your cart is full. Check out first, or remove something.',
  all_of_it: 'Your cart already has as many as you can buy.',
}

export function groupLimitWords(maxPerBuyer: number): string {
  const numbers = maxPerBuyer === 1 ? 'one number' : `${maxPerBuyer} numbers`
  return `Your cart already has ${numbers} of this drop, the most one buyer can have. Check out, or remove one to choose another.`
}

/** Why nothing was added, by what the cart's address says of it: a reason, or how many of a drop one buyer can have (`max_2`). */
export function notAddedWords(why: string): string | undefined {
  const max = /^max_(\d{1,3})$/.exec(why)?.[1]
  return max ? groupLimitWords(Number(max)) : new Map(Object.entries(addRefusalWords)).get(why)
}

/** Why no order was started. `changed` also covers items sold meanwhile: their lines say so. */
export const checkoutRefusalWords: Record<'changed' | 'empty' | 'key_reused' | 'try_again', string> = {
  changed: 'Something in your cart has changed. Check the marked items and press again.',
  empty: 'Your cart is empty.',
  key_reused: 'Your cart has changed since this page was opened. Check it and press again.',
  try_again: 'Someone else was faster. What is left is shown below; press again.',
}
