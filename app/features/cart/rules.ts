import type { Db } from '#app/db/db.server.ts'
import { type SellableKind, sellableKinds } from '#app/features/orders/sellable.ts'

/** A line of a cart: what, how many, and the price of one piece in US cents when it was put in. */
export type CartLine = { kind: SellableKind; id: string; quantity: number; priceWhenAddedCents: number }

/** What a visitor has chosen to buy, and the order that was last started with it, if it may still be open. */
export type Cart = { lines: CartLine[]; orderId: string | null }

/** An empty cart. */
export const noCart: Cart = { lines: [], orderId: null }

/**
 * The cookie that a cart lives in. The server writes it; scripts read it for the badge, so that pages stay the same for
 * everyone.
 */
export const cartCookie = 'paco-cart'

/** How many lines a cart takes. Its cookie stays below a third of what browsers keep. */
export const maxLines = 20

/** How many pieces a line can ask for at most, whatever is sold. What is sold may allow less. */
const maxQuantity = 99

/** What begins every cart of this form of writing. Another form gets another one, and old carts are empty, not wrong. */
const version = 'c1'
const idForm = /^[\w-]{1,64}$/

/**
 * A cart as its cookie keeps it: `c1~accessory*magazine-30*2*1600~!ORDER`. All of it are characters that cookies leave
 * alone.
 */
export function formatCart({ lines, orderId }: Cart): string {
  const written = lines.map(({ kind, id, quantity, priceWhenAddedCents }) =>
    [kind, id, quantity, priceWhenAddedCents].join('*'),
  )
  return [version, ...written, ...(orderId ? [`!${orderId}`] : [])].join('~')
}

/** Reads what `formatCart` wrote. It comes from a browser: whatever is not understood is left out. */
export function parseCart(written: string | undefined): Cart {
  const [form, ...parts] = (written ?? '').split('~')
  if (form !== version) return noCart
  const marker = parts.find((part) => /^![0-9A-Z]{8,16}$/.test(part))
  const lines = new Map<string, CartLine>()
  for (const part of parts) {
    const line = parseLine(part)
    if (line && lines.size < maxLines) lines.set(slotOf(line), line)
  }
  return { lines: [...lines.values()], orderId: marker?.slice(1) ?? null }
}

function parseLine(part: string): CartLine | undefined {
  const [kind, id = '', quantity, priceWhenAddedCents, ...rest] = part.split('*')
  const known = sellableKinds.find((each) => each === kind)
  const line = { id, quantity: Number(quantity), priceWhenAddedCents: Number(priceWhenAddedCents) }
  if (!known || rest.length > 0 || !idForm.test(id) || !isQuantity(line.quantity)) return undefined
  return Number.isSafeInteger(line.priceWhenAddedCents) && line.priceWhenAddedCents >= 0
    ? { kind: known, ...line }
    : undefined
}

/** Can this be the number of pieces of a line? */
export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity
}

/** What tells the lines of a cart apart: a thing stands in it once, with its pieces. */
export function keyOf({ kind, id }: Pick<CartLine, 'kind' | 'id'>): string {
  return `${kind}*${id}`
}

/** Of these an order has one at most: a booking's page and mails are those of its order. */
const onePerOrder: readonly SellableKind[] = ['course_seat']

/** The place that a line takes in a cart. Where an order has one of a kind at most, another one takes the same place. */
export function slotOf({ kind, id }: Pick<CartLine, 'kind' | 'id'>): string {
  return onePerOrder.includes(kind) ? kind : keyOf({ kind, id })
}

/** The cart with pieces added, at most `most` of the thing. A cart that is full stays as it is. */
export function addQuantity(before: Cart, added: CartLine, max: number): Cart {
  const stays = (line: CartLine) => slotOf(line) !== slotOf(added) || keyOf(line) === keyOf(added)
  const cart = { ...before, lines: before.lines.filter(stays) }
  const known = cart.lines.find((line) => keyOf(line) === keyOf(added))
  if (!known && cart.lines.length >= maxLines) return cart
  return setQuantity(cart, { ...added, quantity: Math.min(max, (known?.quantity ?? 0) + added.quantity) })
}

/** The cart with a line as given, in its old place or at the end. A line of no pieces goes. */
export function setQuantity(cart: Cart, line: CartLine): Cart {
  const key = keyOf(line)
  const at = cart.lines.findIndex((each) => keyOf(each) === key)
  if (line.quantity < 1) return { ...cart, lines: cart.lines.filter((each) => keyOf(each) !== key) }
  return { ...cart, lines: at < 0 ? [...cart.lines, line] : cart.lines.with(at, line) }
}

/** How many pieces there are in a cart. */
export function countItems({ lines }: Pick<Cart, 'lines'>): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** What is left of a cart once an order for these pieces is paid. What was put in since stays. */
export function withoutBought(
  cart: Cart,
  bought: readonly Pick<CartLine, 'kind' | 'id' | 'quantity'>[],
): Cart {
  const rest = bought.reduce((left, { kind, id, quantity }) => {
    const line = left.lines.find((each) => keyOf(each) === keyOf({ kind, id }))
    return line ? setQuantity(left, { ...line, quantity: line.quantity - quantity }) : left
  }, cart)
  return { ...rest, orderId: null }
}

/** A thing as a cart shows it, as it is now. */
export type GoodDetails = {
  title: string
  detail: string
  /** The price of one piece in US cents. */
  unitCents: number
  /** Pieces that can be had; `null` where they are not counted. */
  left: number | null
  /** Pieces that one order may have. */
  maxPerOrder: number
  /** The address of a small picture, or `null`. */
  picture: string | null
  /** The page it is shown on. */
  path: string
  /** Is it sent by post? */
  isParcel: boolean
  /** How many of what it is one of (a drop) one buyer may have; left out or `null` where there is no bound. */
  maxPerBuyer?: number | null
}

/** How things of one kind stand in a cart. Kept beside what sells them; the composition lists them. */
export type CartGood = {
  /** What the order path is asked for. */
  ref: (id: string, quantity: number) => object
  /** The thing that a line of an order is for. */
  idOf: (ref: unknown) => string
  /** What a thing is one of, where a buyer may have only so many of that: its drop. */
  groupOf?: (id: string) => string
  /** The thing as it is at `now`; `undefined` when there is no such thing any more. */
  describe: (db: Db, id: string, now: Date) => Promise<GoodDetails | undefined>
}

/** May one more thing be added beside what a cart has of its group? Pieces of what is in it already are no other thing. */
export function mayAddToGroup(
  { lines }: Pick<Cart, 'lines'>,
  added: Pick<CartLine, 'kind' | 'id'>,
  { groupOf }: Pick<CartGood, 'groupOf'>,
  maxPerBuyer: number | null = null,
): boolean {
  if (!groupOf || maxPerBuyer === null) return true
  const group = groupOf(added.id)
  const others = lines.filter(
    ({ kind, id }) => kind === added.kind && id !== added.id && groupOf(id) === group,
  )
  return countItems({ lines: others }) < maxPerBuyer
}

/** Why a line cannot be bought as it stands, or costs something else than when it was put in. */
export type Notice = { why: 'gone' } | { why: 'fewer'; left: number } | { why: 'price'; fromCents: number }

/** A line of a cart with the thing as it is now. */
export type ShownLine = CartLine & {
  key: string
  /** Missing when there is no such thing any more. */
  good: GoodDetails | undefined
  notice: Notice | undefined
  /** What its pieces cost now, in US cents; nothing where they cannot be had. */
  lineCents: number
}

/** A cart as its page shows it. */
export type ShownCart = {
  lines: ShownLine[]
  /** What can be bought of it now, in US cents, before shipping and sales tax. */
  subtotalCents: number
  quantity: number
  hasParcel: boolean
  /** Can it be bought as it stands? */
  isReady: boolean
}

/** Compares a cart with the things as they are now, each found by its line's key. */
export function showCart({ lines }: Pick<Cart, 'lines'>, goods: ReadonlyMap<string, GoodDetails>): ShownCart {
  const shown = lines.map((line) => {
    const good = goods.get(keyOf(line))
    const notice = noticeOf(line, good)
    const canBeHad = good !== undefined && (notice === undefined || notice.why === 'price')
    return {
      ...line,
      key: keyOf(line),
      good,
      notice,
      lineCents: canBeHad ? good.unitCents * line.quantity : 0,
    }
  })
  return {
    lines: shown,
    subtotalCents: shown.reduce((sum, { lineCents }) => sum + lineCents, 0),
    quantity: countItems({ lines }),
    hasParcel: shown.some(({ good }) => good?.isParcel),
    isReady: shown.length > 0 && shown.every(({ notice }) => !notice || notice.why === 'price'),
  }
}

function noticeOf(line: CartLine, good: GoodDetails | undefined): Notice | undefined {
  if (!good) return { why: 'gone' }
  const left = maxQuantityOf(good)
  if (left === 0) return { why: 'gone' }
  if (left < line.quantity) return { why: 'fewer', left }
  return good.unitCents === line.priceWhenAddedCents
    ? undefined
    : { why: 'price', fromCents: line.priceWhenAddedCents }
}

/** How many pieces of a thing one order can have now. */
export function maxQuantityOf({ left, maxPerOrder }: Pick<GoodDetails, 'left' | 'maxPerOrder'>): number {
  return Math.min(maxPerOrder, left ?? maxPerOrder)
}
