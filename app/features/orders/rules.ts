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
/**
 * The state of an order. `unknown`: the gateway did not answer and is being asked. `review`: the gateway holds the
 * charge for review. `paid_unfulfilled`: charged after its stock was gone; it is refunded automatically.
 */
export type OrderState = (typeof orderStates)[number]

/** The allowed state changes. Stores, jobs and operator commands all use this table. */
const moves = {
  // Directly to `paid`: a free order.
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

/** Is this state change allowed? */
export function canMove(from: OrderState, to: OrderState): boolean {
  return (moves[from] as OrderState[]).includes(to)
}

/** Is the order paid and not fully refunded? */
export function isPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'part_refunded'
}

/** Is the outcome of a payment pending? Stock stays held, and nothing may expire. */
export function isSettling(state: OrderState): boolean {
  return state === 'paying' || state === 'unknown' || state === 'review'
}

/** How long a started order holds its stock. */
export const holdMs = 10 * minute
/** The longest a hold can last, including renewals. */
export const holdCapMs = 30 * minute
/** The least time left to try another card after a decline, within the cap. */
export const retryMs = 5 * minute
/** How many declined payments may extend a hold. */
export const maxExtendingDeclines = 3

/**
 * The time to pay again after a payment that was in review for longer than a hold lasts: the buyer was not there when
 * it was declined.
 */
const lateRetryMs = 2 * hour

/**
 * Stock stays reserved this long after the payment deadline, so that a payment in the last moment, or on a slightly
 * different clock, still finds its stock.
 */
export const graceMs = 2 * second

/** When the stock of an order that may be paid until `expiresAt` is released. */
export function stockHeldUntil(expiresAt: Date): Date {
  return after(expiresAt, graceMs)
}

/** May others take an unpaid order's stock? */
export function isOverdue({ expiresAt }: Pick<Hold, 'expiresAt'>, now: Date): boolean {
  return stockHeldUntil(expiresAt) <= now
}

type Hold = { state: OrderState; expiresAt: Date; expiresCapAt: Date }

/** May this order be paid now? */
export function mayPay(order: Hold, now: Date) {
  if (order.state === 'expired' || (order.state === 'held' && order.expiresAt <= now))
    return refuse('expired')
  if (order.state === 'canceled') return refuse('canceled')
  if (isSettling(order.state)) return refuse('already_paying')
  if (order.state !== 'held') return refuse('already_paid')
  return allowed
}

/** May the hold be renewed, and until when? Refused when that would not extend it. */
export function mayRenew(order: Hold, now: Date) {
  const verdict = mayPay(order, now)
  if (!verdict.ok) return verdict
  const until = earlier(after(now, holdMs), order.expiresCapAt)
  return until > order.expiresAt ? { ok: true as const, until } : refuse('cap_reached')
}

/** Is the hold at its cap, so that no renewal can extend it? */
export function isAtCap({ expiresAt, expiresCapAt }: Pick<Hold, 'expiresAt' | 'expiresCapAt'>): boolean {
  return expiresAt >= expiresCapAt
}

/**
 * Until when the hold lasts after a payment came to nothing: at least `retryMs` from `now`, but never beyond the cap, and
 * no longer than before once `declines` (this one included) are too many to be mistyping. It may be over already.
 */
export function holdAfterDecline(
  { expiresAt, expiresCapAt }: Pick<Hold, 'expiresAt' | 'expiresCapAt'>,
  now: Date,
  declines: number,
): Date {
  const until = declines > maxExtendingDeclines ? expiresAt : later(expiresAt, after(now, retryMs))
  return earlier(until, expiresCapAt)
}

/**
 * Until when the hold lasts, and its cap, after a payment came to nothing that the payment service had held up since
 * `startedAt`. Once in an order it is `lateRetryMs`, whatever the cap: the time passed without the buyer. The cap moves along,
 * so that nothing after it makes the hold longer still.
 */
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

/** Stages of a reservation, in order. The operator sets them, and each change is mailed to the buyer. */
export const stages = [
  'reserved',
  'in_build',
  'form_filed',
  'under_review',
  'approved',
  'at_dealer',
  'transferred',
] as const
/** The stage of a reserved firearm. */
export type Stage = (typeof stages)[number]
export const endings = ['canceled', 'refunded'] as const
/** A final stage without a transfer. */
export type Ending = (typeof endings)[number]

/** May the operator move a reservation between two stages? One step forward, or one back when a form is returned. */
export function canMoveStage(from: Stage | Ending, to: Stage | Ending): boolean {
  if (isEnding(from)) return false
  if (isEnding(to)) return from !== 'transferred'
  return Math.abs(stages.indexOf(to) - stages.indexOf(from)) === 1
}

/** Did the reservation end without a transfer? */
export function isEnding(stage: Stage | Ending): stage is Ending {
  return (endings as readonly string[]).includes(stage)
}

/** How much of the captured amount can still be refunded, in cents. */
export function refundableCents(order: { capturedCents: number; refundedCents: number }): number {
  return order.capturedCents - order.refundedCents
}

/** How a refund outside the gateway is paid. */
export const payoutMethods = ['check', 'wire', 'cash', 'other'] as const
/** A payout method. */
export type PayoutMethod = (typeof payoutMethods)[number]

/** The refund policy version that a buyer accepts with the attestation. */
export const refundPolicyVersion = '2026-11'

const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)
