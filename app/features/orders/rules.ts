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
 * Where an order stands. `unknown`: the gateway went silent and is being asked. `review`: it holds the charge back.
 * `paid_unfulfilled`: charged, and what it was to buy is not there; the money goes back without anybody asking.
 */
export type OrderState = (typeof orderStates)[number]

/** The only moves an order makes. Stores, jobs and the operator's commands all ask this table. */
const moves = {
  // Straight to `paid`: an order that costs nothing.
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

/** May an order go from one state to another? */
export function canMove(from: OrderState, to: OrderState): boolean {
  return (moves[from] as OrderState[]).includes(to)
}

/** Has the buyer's money: paid, and not wholly given back. */
export function isPaid(state: OrderState): boolean {
  return state === 'paid' || state === 'part_refunded'
}

/** A payment is under way and its outcome is not known yet: the stock stays held, and nothing may expire. */
export function isSettling(state: OrderState): boolean {
  return state === 'paying' || state === 'unknown' || state === 'review'
}

/** How long a started order holds its stock. */
export const holdMs = 10 * minute
/** However often it is renewed, a hold ends this long after the start. */
export const holdCapMs = 30 * minute
/** After a declined payment there is at least this long to try another card, unless the cap comes first. */
export const retryMs = 5 * minute
/** How many payments of an order may come to nothing and still make its hold longer. */
export const maxExtendingDeclines = 3

/**
 * A buyer whose payment the payment service held up for longer than a hold lasts was not there when it was declined: they
 * have this long to pay again from the moment it was.
 */
const lateRetryMs = 2 * hour

/**
 * Stock is free for others only this long after its order may no longer be paid. A press in the last moment, or on a clock
 * that differs a little, so finds its stock still there.
 */
export const graceMs = 2 * second

/** Until when stock is kept for an order that may be paid until `expiresAt`. */
export function stockHeldUntil(expiresAt: Date): Date {
  return after(expiresAt, graceMs)
}

/** Is an unpaid order's stock free for others? */
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

/** May the hold be renewed, and until when? Refused once nothing would be gained. */
export function mayRenew(order: Hold, now: Date) {
  const verdict = mayPay(order, now)
  if (!verdict.ok) return verdict
  const until = earlier(after(now, holdMs), order.expiresCapAt)
  return until > order.expiresAt ? { ok: true as const, until } : refuse('cap_reached')
}

/** Does the hold end as late as it ever may? Until then a renewal gains time, now or a little later. */
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

/** Stages of a reservation, in order. The operator moves it; each move is mailed to the buyer. */
export const stages = [
  'reserved',
  'in_build',
  'form_filed',
  'under_review',
  'approved',
  'at_dealer',
  'transferred',
] as const
/** How far the firearm behind a reservation has come. */
export type Stage = (typeof stages)[number]
export const endings = ['canceled', 'refunded'] as const
/** A reservation that will not be transferred. */
export type Ending = (typeof endings)[number]

/** May the operator move a reservation between two stages? One step forward, or back when a form is returned. */
export function canMoveStage(from: Stage | Ending, to: Stage | Ending): boolean {
  if (isEnding(from)) return false
  if (isEnding(to)) return from !== 'transferred'
  return Math.abs(stages.indexOf(to) - stages.indexOf(from)) === 1
}

/** Has the reservation ended without a transfer? */
export function isEnding(stage: Stage | Ending): stage is Ending {
  return (endings as readonly string[]).includes(stage)
}

/** How much of a captured amount may still be given back, in cents. */
export function refundableCents(order: { capturedCents: number; refundedCents: number }): number {
  return order.capturedCents - order.refundedCents
}

/** How a refund is paid that the payment service does not make. */
export const payoutMethods = ['check', 'wire', 'cash', 'other'] as const
/** One of the ways a person pays a refund. */
export type PayoutMethod = (typeof payoutMethods)[number]

/** The version of the refund policy that a buyer accepts with the attestation. */
export const refundPolicyVersion = '2026-11'

const earlier = (a: Date, b: Date) => (a < b ? a : b)
const later = (a: Date, b: Date) => (a > b ? a : b)
