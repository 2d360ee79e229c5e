import { type ActionFunctionArgs, createContext, type RouterContextProvider } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import type { Holder } from '#app/features/checkout/store/holders.server.ts'
import { startHold } from '#app/features/checkout/store/start.server.ts'
import { readOrderToken } from '#app/features/orders/access.server.ts'
import { isSettling, mayPay } from '#app/features/orders/rules.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { findOwnOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { day } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import {
  type Cart,
  cartCookie,
  type CartGood,
  type CartLine,
  formatCart,
  type GoodDetails,
  keyOf,
  parseCart,
  showCart,
  type ShownCart,
  withoutBought,
} from './rules.ts'

export type CartGoods = Partial<Record<SellableKind, CartGood>>

export const cartGoodsContext = createContext<CartGoods>()

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

/** What the visitor's own order holds counts as available. */
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

/** The cart goods of a request: what has its page in a closed section is not sold. */
export async function findOpenGoods(context: Readonly<RouterContextProvider>): Promise<CartGoods> {
  const closed = await context.get(shopContext).closedPages()
  const goods = Object.entries(context.get(cartGoodsContext)).map(([kind, good]) => {
    const describe: CartGood['describe'] = async (db, id, now) => {
      const found = await good.describe(db, id, now)
      return found && isOpenPage(closed, found.path) ? found : undefined
    }
    return [kind, { ...good, describe }]
  })
  return Object.fromEntries(goods) as CartGoods
}

const cartMaxAgeSeconds = (30 * day) / 1_000

function readCart(request: Request): Cart {
  return parseCart(readCookie(request, cartCookie))
}

export function cartHeader(cart: Cart, shop: { publicUrl: string }): string {
  const options = { https: isHttps(shop), httpOnly: false }
  if (cart.lines.length === 0 && !cart.orderId) return clearCookie(cartCookie, options)
  return writeCookie(cartCookie, formatCart(cart), { ...options, maxAgeSeconds: cartMaxAgeSeconds })
}

export async function readSettledCart({ context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>) {
  const shop = context.get(shopContext)
  const stored = readCart(request)
  const token = stored.orderId && readOrderToken(request, stored.orderId)
  const order = stored.orderId && token ? await findOwnOrder(shop, stored.orderId, token) : undefined
  const goods = context.get(cartGoodsContext)
  const settled = settleCart(goods, stored, order, shop.now())
  return { ...settled, held: quantityOf(goods, settled.open), isChanged: settled.cart !== stored }
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

export type CheckoutContext = { ctx: AppContext; sellables: Sellables; goods: CartGoods }

type CheckoutRequest = {
  shown: ShownCart
  open: PreviousOrder | undefined
  key: string
  holder?: Holder | undefined
}

/**
 * All or nothing. An open order for the same items continues (without a token: the browser has it); one for other items is
 * replaced, so that no visitor holds twice, and stays if the new one is refused.
 */
export async function checkOut(
  { ctx, sellables, goods }: CheckoutContext,
  { shown, open, key, holder }: CheckoutRequest,
): Promise<{ ok: true; orderId: string; token: string | null } | Refusal> {
  if (shown.lines.length === 0) return refuse('empty')
  if (!shown.isReady) return refuse('changed')
  if (open && (isSettling(open.state) || isFor(goods, open, shown)))
    return { ok: true, orderId: open.id, token: null }
  const [instead, lines] = [open ? [open.id] : [], orderLines(goods, shown)]
  return startHold(ctx, sellables, { key, lines, holder, instead })
}

function isFor(goods: CartGoods, { lines }: PreviousOrder, shown: ShownCart): boolean {
  const ordered = boughtLines(goods, lines).map((line) => `${keyOf(line)} ${line.quantity}`)
  const wanted = shown.lines.filter(({ free }) => !free).map((line) => `${line.key} ${line.quantity}`)
  const cents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  const isSame = ordered.toSorted().join('\n') === wanted.toSorted().join('\n')
  return isSame && lines.length === ordered.length && cents === shown.subtotalCents
}
