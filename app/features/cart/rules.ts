import type { Db } from '#app/db/db.server.ts'
import { type SellableKind, sellableKinds } from '#app/features/orders/goods.ts'

export type CartLine = { kind: SellableKind; id: string; quantity: number; priceWhenAddedCents: number }

export type Cart = { lines: CartLine[]; orderId: string | null }

export const noCart: Cart = { lines: [], orderId: null }

/** The cart cookie. Scripts read it for the badge, so that pages stay the same for everyone. */
export const cartCookie = 'paco-cart'

/** How many lines a cart takes. Its cookie stays below browsers' limit. */
export const maxLines = 20

const maxQuantity = 99

/** The format version. Carts of another version are read as empty. */
const version = 'c1'
export const cartIdForm = /^[\w-]{1,110}$/

/** `c1~accessory*magazine-30*2*1600~!ORDER`: only characters that need no escaping in cookies. */
export function formatCart({ lines, orderId }: Cart): string {
  const written = lines.map(({ kind, id, quantity, priceWhenAddedCents }) =>
    [kind, id, quantity, priceWhenAddedCents].join('*'),
  )
  return [version, ...written, ...(orderId ? [`!${orderId}`] : [])].join('~')
}

/** Parses a cart cookie. It comes from a browser: invalid parts are ignored. */
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

/** How many items a cart of ours has that was written as above: every page has a badge, and none should carry the parser for it. */
export function countWritten(written: string): number {
  const parts = written.startsWith(`${version}~`) ? written.split('~') : []
  return parts.reduce((sum, part) => sum + (Number(part.split('*')[2]) || 0), 0)
}

export function isBeingPaid(written: string): boolean {
  return written.includes('~!')
}

function parseLine(part: string): CartLine | undefined {
  const [kind, id = '', quantity, priceWhenAddedCents, ...rest] = part.split('*')
  const known = sellableKinds.find((each) => each === kind)
  const line = { id, quantity: Number(quantity), priceWhenAddedCents: Number(priceWhenAddedCents) }
  if (!known || rest.length > 0 || !cartIdForm.test(id) || !isQuantity(line.quantity)) return undefined
  return Number.isSafeInteger(line.priceWhenAddedCents) && line.priceWhenAddedCents >= 0
    ? { kind: known, ...line }
    : undefined
}

export function isQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= maxQuantity
}

export function keyOf({ kind, id }: Pick<CartLine, 'kind' | 'id'>): string {
  return `${kind}*${id}`
}

/** Kinds that an order has at most once: a booking's page and emails are those of its order. */
const onePerOrder: readonly SellableKind[] = ['course_seat']

/** Kinds that occur once share one; a number has one for all its variants (`slug_number_variant`). */
export function slotOf({ kind, id }: Pick<CartLine, 'kind' | 'id'>): string {
  if (onePerOrder.includes(kind)) return kind
  return keyOf({ kind, id: kind === 'drop_unit' ? id.split('_').slice(0, 2).join('_') : id })
}

type Item = Pick<CartLine, 'kind' | 'id' | 'quantity'>

export function quantityOf({ lines }: { lines: readonly Item[] }, of: Pick<Item, 'kind' | 'id'>): number {
  return countItems({ lines: lines.filter((line) => keyOf(line) === keyOf(of)) })
}

export function addQuantity(before: Cart, added: CartLine, max: number): Cart {
  const stays = (line: CartLine) => slotOf(line) !== slotOf(added) || keyOf(line) === keyOf(added)
  const cart = { ...before, lines: before.lines.filter(stays) }
  const had = quantityOf(cart, added)
  if (had === 0 && cart.lines.length >= maxLines) return cart
  return setQuantity(cart, { ...added, quantity: Math.min(max, had + added.quantity) })
}

export function setQuantity(cart: Cart, line: CartLine): Cart {
  const at = cart.lines.findIndex((each) => keyOf(each) === keyOf(line))
  if (line.quantity < 1) return { ...cart, lines: cart.lines.filter((_, each) => each !== at) }
  return { ...cart, lines: at < 0 ? [...cart.lines, line] : cart.lines.with(at, line) }
}

export function countItems({ lines }: { lines: readonly Pick<Item, 'quantity'>[] }): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Without its order, too. */
export function withoutBought(cart: Cart, bought: readonly Item[]): Cart {
  const lines = cart.lines.flatMap((line) => {
    const quantity = line.quantity - quantityOf({ lines: bought }, line)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  return { lines, orderId: null }
}

export type GoodDetails = {
  title: string
  detail: string
  unitCents: number
  /** `null` if not counted. */
  left: number | null
  maxPerOrder: number
  picture: string | null
  path: string
  isParcel: boolean
  /** How many of its group (a drop) one buyer may have; omitted or `null` for no limit. */
  maxPerBuyer?: number | null
  itemClass?: string
}

export type CartGood = {
  ref: (id: string, quantity: number) => object
  idOf: (ref: unknown) => string
  groupOf?: (id: string) => string
  describe: (db: Db, id: string, now: Date) => Promise<GoodDetails | undefined>
  /** What comes free with a firearm of this class, in words; such an order has it without a line of its own. */
  freeWith?: (itemClass: string) => string | undefined
}

/** May another item of this group be added? More of an item already in the cart does not count. */
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

/** What a cart's page shows: of each line why it needs a look, and its total; 0 if unavailable or free. */
export function showCart(
  { lines }: Pick<Cart, 'lines'>,
  goods: ReadonlyMap<string, GoodDetails>,
  free: ReadonlyMap<string, string> = new Map<string, string>(),
) {
  const shown = lines.map((line) => {
    const why = free.get(keyOf(line)) ?? ''
    const described = goods.get(keyOf(line))
    const good = described && why ? { ...described, unitCents: 0 } : described
    const notice = why ? undefined : noticeOf(line, good)
    const canBeHad = good !== undefined && (notice === undefined || notice.why === 'price')
    return {
      ...line,
      key: keyOf(line),
      good,
      notice,
      lineCents: canBeHad ? good.unitCents * line.quantity : 0,
      free: why,
    }
  })
  return {
    lines: shown,
    /** Of available lines, before shipping and tax. */
    subtotalCents: shown.reduce((sum, { lineCents }) => sum + lineCents, 0),
    quantity: countItems({ lines }),
    hasParcel: shown.some(({ good }) => good?.isParcel ?? false),
    isReady: shown.length > 0 && shown.every(({ notice }) => !notice || notice.why === 'price'),
  }
}

export type ShownCart = ReturnType<typeof showCart>
export type ShownLine = ShownCart['lines'][number]

export type Notice = { why: 'gone' } | { why: 'fewer'; left: number } | { why: 'price'; fromCents: number }

function noticeOf(line: CartLine, good: GoodDetails | undefined): Notice | undefined {
  if (!good) return { why: 'gone' }
  const left = maxQuantityOf(good)
  if (left === 0) return { why: 'gone' }
  if (left < line.quantity) return { why: 'fewer', left }
  return good.unitCents === line.priceWhenAddedCents
    ? undefined
    : { why: 'price', fromCents: line.priceWhenAddedCents }
}

export function maxQuantityOf({ left, maxPerOrder }: Pick<GoodDetails, 'left' | 'maxPerOrder'>): number {
  return Math.min(maxPerOrder, left ?? maxPerOrder)
}
