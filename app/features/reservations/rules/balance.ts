import { addDays } from '#app/kit/calendar-date.ts'
import { after, day, hour } from '#app/kit/clock.ts'

/**
 * States of a balance request. `open`: nothing holds it. `held`: an order is there to pay it. `waived`: nothing has to be
 * paid, as somebody with the right to say so decided. `released`: it ended unpaid, or was refunded.
 */
export const balanceStates = ['open', 'held', 'paid', 'waived', 'released'] as const
export type BalanceState = (typeof balanceStates)[number]

/** Is money still expected? */
export function isDue(state: BalanceState): boolean {
  return state === 'open' || state === 'held'
}

/**
 * The terms of a balance, in days: when it is due after the request, and how long after that the number or slot is still
 * kept. The refund policy (`policies/data/refunds.ts`) states both.
 */
export const balanceTerms = { dueDays: 14, lateDays: 7 } as const

/** The price of a reserved firearm and what was paid to reserve it, in cents, both without tax. */
export type AgreedPrice = { priceCents: number; depositCents: number }

/** What is left to pay of an agreed price, in cents: the deposit is credited in full. */
export function balanceCents({ priceCents, depositCents }: AgreedPrice): number {
  return Math.max(priceCents - depositCents, 0)
}

/**
 * What the build waits for: the balance of this price is paid, or was waived, or the price is no higher than the deposit. A
 * price that rose after the payment is not paid.
 */
export function isBalanceMet(
  agreed: AgreedPrice | undefined,
  balance: { state: BalanceState; priceCents: number } | undefined,
): boolean {
  if (!agreed) return false
  if (balance?.state === 'waived') return true
  if (balance?.state === 'paid') return agreed.priceCents <= balance.priceCents
  return balanceCents(agreed) === 0
}

/** From when on an unpaid balance may cost the buyer the reservation. */
export function releasableFrom(dueAt: Date): Date {
  return after(dueAt, balanceTerms.lateDays * day)
}

/** Until when an unpaid balance may be paid: its due date, then the days of grace; `null` once those are over. */
export function payableUntil(dueAt: Date, now: Date): Date | null {
  if (now < dueAt) return dueAt
  const end = releasableFrom(dueAt)
  return now < end ? end : null
}

/**
 * The day on which a balance is due once a review is over: later by each day on which the review was open, if only for an hour.
 * Days are calendar days of the shop, `2026-12-05`.
 */
export function dueOnAfterReview(dueOn: string, review: { openedOn: string; endedOn: string }): string {
  const days = Math.round((Date.parse(review.endedOn) - Date.parse(review.openedOn)) / day)
  return addDays(dueOn, days + 1)
}

/** The reminders of an unpaid balance, in their order, and when each is due, in milliseconds after the due date's end. */
const balanceReminders = {
  week: -7 * day,
  two_days: -2 * day,
  today: 0,
  overdue: 3 * day,
} as const
export type BalanceReminder = keyof typeof balanceReminders
export const reminderKinds = Object.keys(balanceReminders) as BalanceReminder[]

/** A due date is the end of a day; reminders are mailed at ten in the morning of theirs. */
const morningMs = 14 * hour

type Reminded = { remindFrom: Date; dueAt: Date; reminded: BalanceReminder | null }

/** When a reminder is mailed. */
export function remindsAt(kind: BalanceReminder, dueAt: Date): Date {
  return after(dueAt, balanceReminders[kind] - morningMs)
}

/**
 * The reminder to be mailed now: the last one whose time has come, unless it or a later one was mailed. A moment that had
 * passed when the balance was requested, or extended, is no reminder.
 */
export function dueReminder({ remindFrom, dueAt, reminded }: Reminded, now: Date): BalanceReminder | null {
  const last = reminderKinds.findLast((kind) => remindsAt(kind, dueAt) <= now)
  if (!last || remindsAt(last, dueAt) <= remindFrom) return null
  const isNew = reminded === null || reminderKinds.indexOf(last) > reminderKinds.indexOf(reminded)
  return isNew ? last : null
}

/** Does the sales tax of a paid balance differ where the dealer is now, and has nobody settled that? */
export function hasTaxDifference({
  state,
  taxDifferenceCents,
  taxSettledCents,
}: {
  state: BalanceState
  taxDifferenceCents: number
  taxSettledCents: number
}): boolean {
  return state === 'paid' && taxDifferenceCents !== taxSettledCents
}
