import { addDays } from '#app/kit/calendar-date.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { formatIsoDay, formatLongDay } from '#app/kit/date-format.ts'

/**
 * States of a balance request. `open`: nothing holds it. `held`: an order is there to pay it. `waived`: nothing has to be
 * paid, as somebody with the right to say so decided. `released`: it ended unpaid, or was refunded.
 */
export const balanceStates = ['open', 'held', 'paid', 'waived', 'released'] as const
export type BalanceState = (typeof balanceStates)[number]

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

/**
 * How long after the due date an unpaid balance may still be paid, in milliseconds: an hour more than the days of grace, so that the
 * last of them is whole also where clocks are turned back meanwhile.
 */
export const graceMs = balanceTerms.lateDays * day + hour

export function releasableFrom(dueAt: Date): Date {
  return after(dueAt, graceMs)
}

/** The last day of grace, in full: `releasableFrom` is never before its end, and in the small hours of the next day at the latest. */
export function lastDayOfGrace(dueAt: Date, timeZone: string): string {
  const last = addDays(formatIsoDay(dueAt, timeZone), balanceTerms.lateDays)
  return formatLongDay(new Date(`${last}T12:00:00Z`), 'UTC')
}

export function usualDueDay(now: Date, timeZone: string): string {
  return addDays(formatIsoDay(now, timeZone), balanceTerms.dueDays)
}

/** Until when an unpaid balance may be paid: its due date, then the days of grace; `null` once those are over. */
export function payableUntil(dueAt: Date, now: Date): Date | null {
  if (now < dueAt) return dueAt
  const end = releasableFrom(dueAt)
  return now < end ? end : null
}

/** Does the time of a balance not count, because its reservation is in review? It is not overdue then. */
export function isPaused({ pausedAt }: { pausedAt: Date | null }): boolean {
  return pausedAt !== null
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

export function remindsAt(kind: BalanceReminder, dueAt: Date): Date {
  return after(dueAt, balanceReminders[kind] - morningMs)
}

/** The last reminder whose time has come, mailed or not; `null` before the first. */
export function lastReminder(dueAt: Date, now: Date): BalanceReminder | null {
  return reminderKinds.findLast((kind) => remindsAt(kind, dueAt) <= now) ?? null
}

/**
 * The reminder to be mailed now: the last one whose time has come, unless it or a later one was mailed. A moment that had
 * passed when the balance was requested, or extended, is no reminder.
 */
export function dueReminder({ remindFrom, dueAt, reminded }: Reminded, now: Date): BalanceReminder | null {
  const last = lastReminder(dueAt, now)
  if (!last || remindsAt(last, dueAt) <= remindFrom) return null
  const isNew = reminded === null || reminderKinds.indexOf(last) > reminderKinds.indexOf(reminded)
  return isNew ? last : null
}
