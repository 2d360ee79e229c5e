/** `hidden`: out of sight for now. `retired`: no longer made; orders keep what they bought. Nothing that was ever offered is deleted. */
export const catalogStates = ['visible', 'hidden', 'retired'] as const
export type CatalogState = (typeof catalogStates)[number]

export const pricedKinds = [
  'accessory',
  'patch',
  'platform',
  'part',
  'trust_package',
  'shipping_method',
] as const
export type PricedKind = (typeof pricedKinds)[number]

export const stockedKinds = ['accessory', 'patch'] as const
export type StockedKind = (typeof stockedKinds)[number]

/** The most pieces of one item in one order. */
export const maxPieces: Record<StockedKind, number> = { accessory: 20, patch: 5 }

export const holdStates = ['held', 'sold'] as const

/** `opening`: the item was put up; `counted`: a look at the shelf; `returned`: in good order; `shop`: sold over the counter. */
export const stockReasons = [
  'opening',
  'received',
  'counted',
  'damaged',
  'returned',
  'shop',
  'correction',
] as const
export type StockReason = (typeof stockReasons)[number]

export type PriceChange = { id: number; startsAt: Date; cents: number; enteredBy: string }

/** A price with the time in which it holds; `from` is null on the one the item was put up with, `to` on the last. */
export type PricePeriod = {
  id: number | null
  cents: number
  from: Date | null
  to: Date | null
  when: 'past' | 'now' | 'scheduled'
  by: string
}

/** The price at a moment: the latest change that has begun, else the one the item was put up with. Restated by `price_at`. */
export function priceAt(
  firstCents: number,
  changes: readonly Pick<PriceChange, 'id' | 'startsAt' | 'cents'>[],
  now: Date,
): number {
  return begun(changes, now).at(-1)?.cents ?? firstCents
}

/** Every price of an item in order, with its period. Of two that begin in the same moment the later entry holds. */
export function pricePeriods(firstCents: number, changes: readonly PriceChange[], now: Date): PricePeriod[] {
  const all = [{ id: null, cents: firstCents, startsAt: null, enteredBy: '' }, ...inOrder(changes)]
  const current = begun(changes, now).length
  return all.map(({ id, cents, startsAt, enteredBy }, at) => ({
    id,
    cents,
    from: startsAt,
    to: all[at + 1]?.startsAt ?? null,
    when: at < current ? 'past' : at === current ? 'now' : 'scheduled',
    by: enteredBy,
  }))
}

function begun<Change extends Pick<PriceChange, 'id' | 'startsAt'>>(changes: readonly Change[], now: Date) {
  return inOrder(changes).filter(({ startsAt }) => startsAt <= now)
}

function inOrder<Change extends Pick<PriceChange, 'id' | 'startsAt'>>(changes: readonly Change[]): Change[] {
  return changes.toSorted(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime() || one.id - other.id,
  )
}

export type PriceRefusal = 'starts_in_past' | 'price_out_of_range' | 'price_not_scheduled'

/** The highest price that may be entered: a slip of the keyboard is caught. US cents. */
export const maxPriceCents = 10_000_000

/** The change of stock by an entry: a count sets the stock, every other kind adds to it or takes from it. */
export function stockChange(reason: StockReason, typed: number, onHand: number): number {
  if (reason === 'counted') return typed - onHand
  return reason === 'damaged' || reason === 'shop' ? -Math.abs(typed) : typed
}
