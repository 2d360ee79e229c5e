import { after, hour, minute, day } from '#app/kit/clock.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'

/** How many numbers of one drop a buyer may hold or have bought, unless the drop sets its own limit. */
export const maxPerBuyer = 2
export const maxHeldAtOnce = 4
/** The total quantity of counted goods at which one buyer can hold no more, and a network is asked for more proof. */
export const maxHeldQuantity = 100

/** Unpaid holds of one network pass without more proof up to this number, or this part of a run if that is more. */
const minUnpaidPerNetwork = 6
const unpaidPart = 0.1

/** So many unpaid ends of one number by one buyer within an hour make that buyer wait before holding it again. */
const maxUnpaidEnds = 2
const endsCountMs = hour
const coolDownMs = minute

/** An address may be shared by thousands: alone it never refuses. */
export type HolderKey = 'visitor' | 'address' | 'mail' | 'card' | 'home'

/** Keys of a person that count at the start of a hold. The email only where it was confirmed. */
const startKeys = [
  { key: 'visitor', why: 'buyer_limit' },
  { key: 'mail', why: 'mail_limit' },
] as const
const paymentKeys = [
  { key: 'mail', why: 'mail_limit' },
  { key: 'card', why: 'card_limit' },
  { key: 'home', why: 'home_limit' },
] as const

export type HoldBounds = {
  max: number | null
  unpaidPerNetwork: number | null
  run: number
}

/** `scope` is what it counts within (a drop), `number` the chosen number there; without `bounds` nothing is limited. */
export type WantedLine = {
  kind: SellableKind
  scope: string | null
  number: number | null
  bounds: HoldBounds | null
}

/** A line of another active or paid order, with the keys it shares with this one. */
export type LiveLine = {
  kind: SellableKind
  scope: string | null
  quantity: number
  isHeld: boolean
  shares: Partial<Record<HolderKey, boolean>>
}

export type EndedHold = Pick<WantedLine, 'kind' | 'scope' | 'number'> & { endedAt: Date }

/** `more`: a hard proof of work or a confirmed email. `usual`: that of the page's script, or one of the few presses without. */
export type HoldProof = 'none' | 'usual' | 'more'

type BuyerLimit = Refusal<
  'held_limit' | (typeof startKeys)[number]['why'] | (typeof paymentKeys)[number]['why']
> & { max: number }

export type HoldLimit = BuyerLimit | Refusal<'cooling_down' | 'more_proof'>

export type Had = { live: readonly LiveLine[]; ended: readonly EndedHold[] }

export function mayHoldMore(
  requested: readonly WantedLine[],
  { live, ended }: Had,
  { proof, now }: { proof: HoldProof; now: Date },
): typeof allowed | HoldLimit {
  const verdict = withinScopes(startKeys, requested, live)
  if (!verdict.ok) return verdict
  const held = live.filter(({ isHeld }) => isHeld)
  for (const { key } of startKeys) {
    const max = findHeldLimit(
      requested,
      held.filter(({ shares }) => shares[key]),
    )
    if (max !== undefined) return { ...refuse('held_limit'), max }
  }
  if (requested.some((wanted) => isCoolingDown(wanted, ended, now))) return refuse('cooling_down')
  const near = held.filter(({ shares }) => shares.address)
  if (proof === 'none' || (proof === 'usual' && isCrowded(requested, near))) return refuse('more_proof')
  return allowed
}

export function mayBuyMore(
  requested: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | BuyerLimit {
  return withinScopes(paymentKeys, requested, live)
}

function withinScopes(
  keys: readonly { key: HolderKey; why: BuyerLimit['why'] }[],
  requested: readonly WantedLine[],
  live: readonly LiveLine[],
): typeof allowed | BuyerLimit {
  for (const wanted of requested) {
    const max = wanted.bounds?.max ?? null
    if (wanted.scope === null || max === null) continue
    const now = requested.filter((line) => isSameScope(line, wanted)).length
    if (now > max) return { ...refuse('buyer_limit'), max }
    for (const { key, why } of keys) {
      const had = totalQuantity(live.filter((line) => isSameScope(line, wanted) && line.shares[key]))
      if (had + now > max) return { ...refuse(why), max }
    }
  }
  return allowed
}

function findHeldLimit(requested: readonly WantedLine[], held: readonly LiveLine[]): number | undefined {
  const numbered = requested.filter(({ kind }) => isNumbered(kind)).length
  const units = totalQuantity(held.filter(({ kind }) => isNumbered(kind)))
  if (numbered > 0 && units + numbered > maxHeldAtOnce) return maxHeldAtOnce
  const counted = totalQuantity(held.filter(({ kind }) => !isNumbered(kind)))
  return numbered < requested.length && counted >= maxHeldQuantity ? maxHeldQuantity : undefined
}

/** Did this buyer let this number go twice, the last time a moment ago? Without a number, any of the same drop counts. */
function isCoolingDown(wanted: WantedLine, ended: readonly EndedHold[], now: Date): boolean {
  if (wanted.scope === null) return false
  const those = ended.filter((hold) => isSameScope(hold, wanted) && hold.endedAt > after(now, -endsCountMs))
  const numbers = wanted.number === null ? new Set(those.map(({ number }) => number)) : [wanted.number]
  return [...numbers].some((number) => {
    const ends = those.filter((hold) => hold.number === number)
    return ends.length >= maxUnpaidEnds && ends.some(({ endedAt }) => endedAt > after(now, -coolDownMs))
  })
}

function isCrowded(requested: readonly WantedLine[], near: readonly LiveLine[]): boolean {
  return requested.some((wanted) => {
    const isSame = (line: Pick<WantedLine, 'kind' | 'scope'>) =>
      isNumbered(wanted.kind) ? isSameScope(line, wanted) : !isNumbered(line.kind)
    const unpaid = totalQuantity(near.filter(isSame))
    if (!isNumbered(wanted.kind)) return unpaid >= maxHeldQuantity
    return unpaid + requested.filter(isSame).length > unpaidPerNetwork(wanted.bounds)
  })
}

export function unpaidPerNetwork(bounds: Omit<HoldBounds, 'max'> | null): number {
  const usual = Math.max(minUnpaidPerNetwork, Math.ceil((bounds?.run ?? 0) * unpaidPart))
  return bounds?.unpaidPerNetwork ?? usual
}

function isNumbered(kind: SellableKind): boolean {
  return ['drop_unit', 'course_seat', 'build_slot'].includes(kind)
}

function isSameScope(one: Pick<WantedLine, 'kind' | 'scope'>, other: Pick<WantedLine, 'kind' | 'scope'>) {
  return one.kind === other.kind && one.scope === other.scope
}

function totalQuantity(lines: readonly LiveLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Tries to pay count for so long. */
export const tryWindowMs = 10 * minute

export type Tries = { tries: number; declines: number; paid: number }

/** What tries are counted by. An address may be shared by thousands. */
export type TryKey = 'orderId' | 'address' | 'mail' | 'card'

/** A declined try weighs as much as three that came to nothing: stolen cards are tested in rows of declines. */
const declineWeight = 3

/** How much may be tried within the window for one order, email and card. Somebody who mistypes a card needs a few tries. */
const tryLimits = { orderId: 18, mail: 18, card: 12 } satisfies Partial<Record<TryKey, number>>

/** From this weight on, each payment of an address needs a hard proof of work. It refuses nobody. */
const addressWeight = 36

/** Is this try (counted already) within every bound of its own buyer? */
export function mayTryToPay(counted: Record<TryKey, Tries>): boolean {
  return Object.entries(tryLimits).every(
    ([key, max]) => weight(counted[key as keyof typeof tryLimits]) <= max,
  )
}

const maxLevel = 4

/** 0 for none; one level more, which is twice the work, each time the tries of its address double. */
export function proofLevel(address: Tries, isTesting: boolean): number {
  const times = weight(address) / addressWeight
  if (times <= 1) return isTesting ? 1 : 0
  return Math.min(maxLevel, 1 + Math.floor(Math.log2(times)))
}

/** A payment that went through takes its weight back. */
function weight({ tries, declines, paid }: Tries): number {
  return tries - paid + declines * (declineWeight - 1)
}

/** From so many declines within the window on, and so large a part of all tries, cards are being tested here. */
export const testingDeclines = 20
const testingShare = 0.5

/** By everything within the window, so it ends by itself. Declines alone are no sign of it on a busy day, nor a few on a quiet one. */
export function isCardTesting({ tries, declines }: Pick<Tries, 'tries' | 'declines'>): boolean {
  return declines >= testingDeclines && declines >= tries * testingShare
}

export type InvoiceTerms = { holdHours: number; dueDays: number }

export const maxInvoiceUnits = 2
const shortestMs = hour

type InvoicedLine = { kind: SellableKind; refundUntil: Date | null }

/** Hours if something is numbered, else days, and never after a class's refund deadline, when its roster closes. */
export function invoiceDue(
  lines: readonly InvoicedLine[],
  { holdHours, dueDays }: InvoiceTerms,
  now: Date,
  owedUntil?: Date,
): { ok: true; dueAt: Date } | Refusal<'too_many_for_invoice' | 'too_late_for_invoice'> {
  const numbered = lines.filter(({ kind }) => isNumbered(kind)).length
  if (numbered > maxInvoiceUnits) return refuse('too_many_for_invoice')
  if (owedUntil) return { ok: true, dueAt: owedUntil }
  const usual = after(now, numbered > 0 ? Math.min(holdHours * hour, dueDays * day) : dueDays * day)
  const dueAt = lines.reduce(
    (due, { refundUntil }) => (refundUntil && refundUntil < due ? refundUntil : due),
    usual,
  )
  return dueAt.getTime() - now.getTime() < shortestMs ? refuse('too_late_for_invoice') : { ok: true, dueAt }
}

/** How long a returned item is held for the next on its waitlist (product decisions), in milliseconds. */
export const offerMs = day
export const minOfferMs = hour

/** In a day, but never after sales close (`null`: without an end). Returns `null` where it is too late to offer. */
export function offerUntil(closesAt: Date | null, now: Date): Date | null {
  const inADay = after(now, offerMs)
  const until = closesAt && closesAt < inADay ? closesAt : inADay
  return until.getTime() - now.getTime() < minOfferMs ? null : until
}
