import { after, day } from '#app/kit/clock.ts'

/**
 * What a student is notified about, once each: booked, a week before, a day before, the class was canceled, the seat was
 * canceled.
 */
export const noticeKinds = ['booked', 'week', 'day', 'class_canceled', 'canceled'] as const
export type NoticeKind = (typeof noticeKinds)[number]
export type ReminderKind = Extract<NoticeKind, 'week' | 'day'>

/**
 * When reminders are sent, in milliseconds before the class. `untilMs` is the latest useful time, for a shop that was
 * down.
 */
export const reminders = {
  week: { fromMs: 7 * day, untilMs: 5 * day },
  day: { fromMs: day, untilMs: 0 },
} as const satisfies Record<ReminderKind, { fromMs: number; untilMs: number }>

/** When a reminder falls due. */
export function reminderDueAt(kind: ReminderKind, startsAt: Date): Date {
  return after(startsAt, -reminders[kind].fromMs)
}

/** Whether to send a reminder. Nobody is reminded who booked or moved (`knownSince`) after it was due. */
export function isReminderDue(kind: ReminderKind, startsAt: Date, knownSince: Date, now: Date): boolean {
  const dueAt = reminderDueAt(kind, startsAt)
  return knownSince < dueAt && dueAt <= now && now < after(startsAt, -reminders[kind].untilMs)
}

/** The number of changes that calendar files were sent for. Calendars keep the highest. */
export function calendarSequence(
  { rescheduledAt, moves }: { rescheduledAt: Date | null; moves: number },
  isCanceled: boolean,
): number {
  return moves + (rescheduledAt ? 1 : 0) + (isCanceled ? 1 : 0)
}
