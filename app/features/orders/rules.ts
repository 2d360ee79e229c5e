import { after, hour, minute, second } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

export const orderStates = [
  'held',
  'paying',
  'unknown',
  'review',
  'paid',
  'paid_unfulfilled',
  'part_refunded',
  'refunded',
  'expired',
  'canceled',
] as const
/** `unknown`: the gateway did not answer. `review`: it holds the charge. `paid_unfulfilled`: charged after its stock was gone. */
export type OrderState = (typeof orderStates)[number]

/** Not paid, and may still be: also an order whose payment is pending, as it may be declined and tried again. */
export const inCheckoutStates = [
  'held',
  'paying',
  'unknown',
  'review',
] as const satisfies readonly OrderState[]

/** In checkout, or paid and not fully refunded: what changes about its goods or rules still concerns the order. */
export const openOrderStates = [
  ...inCheckoutStates,
  'paid',
  'part_refunded',
] as const satisfies readonly OrderState[]

const moves = {
  held: ['paying', 'paid', 'expired', 'canceled'],
  paying: ['paid', 'paid_unfulfilled', 'held', 'expired', 'unknown', 'review'],
  unknown: ['paid', 'paid_unfulfilled', 'held', 'expired', 'review'],
  review: ['paid', 'paid_unfulfilled', 'held', 'expired', 'canceled'],
  paid_unfulfilled: ['refunded'],
  paid: ['part_refunded', 'refunded'],
  part_refunded: ['part_refunded', 'refunded'],
  refunded: [],
  expired: [],
  canceled: [],
} satisfies Record<OrderState, OrderState[]>

export function canMove(from: OrderState, to: OrderState): boolean {
  return (moves[from] as OrderState[]).includes(to)
}

export function isPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'part_refunded'
}

/** Is the outcome of a payment pending? Stock stays held, and nothing may expire. */
export function isSettling(state: OrderState): boolean {
  return state === 'paying' || state === 'unknown' || state === 'review'
}

export const holdMs = 10 * minute
export const holdCapMs = 30 * minute
/** The least time left to try another card after a decline, within the cap. */
export const retryMs = 5 * minute
export const maxExtendingDeclines = 3

/** After a payment that was in review for longer than a hold lasts: the buyer was not there when it was declined. */
const lateRetryMs = 2 * hour

/** So that a payment in the last moment, or on a slightly different clock, still finds its stock. */
export const graceMs = 2 * second

export function stockHeldUntil(expiresAt: Date): Date {
  return after(expiresAt, graceMs)
}

export function isOverdue({ expiresAt }: Pick<Hold, 'expiresAt'>, now: Date): boolean {
  return stockHeldUntil(expiresAt) <= now
}

type Hold = { state: OrderState; expiresAt: Date; expiresCapAt: Date }

export function mayPay(order: Hold, now: Date) {
  if (order.state === 'expired' || (order.state === 'held' && order.expiresAt <= now))
    return refuse('expired')
  if (order.state === 'canceled') return refuse('canceled')
  if (isSettling(order.state)) return refuse('already_paying')
  if (order.state !== 'held') return refuse('already_paid')
  return allowed
}

export function mayRenew(order: Hold, now: Date) {
  const verdict = mayPay(order, now)
  if (!verdict.ok) return verdict
  const until = earlier(after(now, holdMs), order.expiresCapAt)
  return until > order.expiresAt ? { ok: true as const, until } : refuse('cap_reached')
}

export function isAtCap({ expiresAt, expiresCapAt }: Pick<Hold, 'expiresAt' | 'expiresCapAt'>): boolean {
  return expiresAt >= expiresCapAt
}

/** At least `retryMs` from `now` within the cap, unless `declines` (this one included) are too many to be mistyping. */
export function holdAfterDecline(
  { expiresAt, expiresCapAt }: Pick<Hold, 'expiresAt' | 'expiresCapAt'>,
  now: Date,
  declines: number,
): Date {
  const until = declines > maxExtendingDeclines ? expiresAt : later(expiresAt, after(now, retryMs))
  return earlier(until, expiresCapAt)
}

/** Once in an order `lateRetryMs`, whatever the cap: the time passed without the buyer. The cap moves along. */
export function holdAfterLateDecline(
  order: Pick<Hold, 'expiresAt' | 'expiresCapAt'>,
  startedAt: Date,
  now: Date,
  declines: number,
): Pick<Hold, 'expiresAt' | 'expiresCapAt'> {
  const usual = holdAfterDecline(order, now, declines)
  const isLate = declines === 1 && after(startedAt, holdMs) <= now
  const expiresAt = isLate ? later(usual, after(now, lateRetryMs)) : usual
  return { expiresAt, expiresCapAt: later(order.expiresCapAt, expiresAt) }
}

/** In order; a class has its own path (`stages.ts`). `built`: registered to us on Form 2. Form 3 goes to the dealer, Form 4 to the buyer. */
export const stages = [
  'reserved',
  'agreed',
  'balance_paid',
  'in_build',
  'built',
  'form3_filed',
  'form3_approved',
  'shipped',
  'at_dealer',
  'form4_filed',
  'form4_approved',
  'picked_up',
] as const
export type Stage = (typeof stages)[number]
export const openStages: readonly Stage[] = stages.slice(0, -1)
export const endings = ['canceled', 'refunded', 'disapproved', 'withdrawn'] as const
export type Ending = (typeof endings)[number]

export function isEnding(stage: Stage | Ending): stage is Ending {
  return (endings as readonly string[]).includes(stage)
}

export function refundableCents(order: { capturedCents: number; refundedCents: number }): number {
  return order.capturedCents - order.refundedCents
}

export const payoutMethods = ['check', 'wire', 'cash', 'other'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)
