import { after, day } from '#app/kit/clock.ts'

/**
 * What a student is told of a class: that the seat is booked, a week and a day before, that the shop called the class
 * off, and that the seat is no more, whoever ended it.
 */
export const noticeKinds = ['booked', 'week', 'day', 'class_canceled', 'canceled'] as const
export type NoticeKind = (typeof noticeKinds)[number]
/** A reminder of a class. */
export type ReminderKind = Extract<NoticeKind, 'week' | 'day'>

/**
 * How long before the class a reminder goes out, and until when it still makes sense after a shop stood still. In
 * milliseconds before the class begins.
 */
export const reminders = {
  week: { fromMs: 7 * day, untilMs: 5 * day },
  day: { fromMs: day, untilMs: 0 },
} as const satisfies Record<ReminderKind, { fromMs: number; untilMs: number }>

/** When a reminder falls due. */
export function reminderDueAt(kind: ReminderKind, startsAt: Date): Date {
  return after(startsAt, -reminders[kind].fromMs)
}

/** Is it the time for a reminder? Whoever booked or moved after it fell due knows the date already: `knownSince`. */
export function isReminderDue(kind: ReminderKind, startsAt: Date, knownSince: Date, now: Date): boolean {
  const dueAt = reminderDueAt(kind, startsAt)
  return knownSince < dueAt && dueAt <= now && now < after(startsAt, -reminders[kind].untilMs)
}

/** How often the calendar was told something new: a calendar believes the file with the highest number. */
export function calendarSequence(booking: { rescheduledAt: Date | null }, isCanceled: boolean): number {
  return (booking.rescheduledAt ? 1 : 0) + (isCanceled ? 1 : 0)
}
