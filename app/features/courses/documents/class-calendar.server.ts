import type { CalendarEvent } from '#app/calendar/calendar-file.server.ts'
import { brand } from '#app/kit/brand.ts'
import { defaultPlace } from '../rules.ts'
import { calendarSequence } from '../rules/notices.ts'

/** A booked class. */
export type BookedClass = {
  orderId: string
  course: { name: string; bring: readonly string[] }
  startsAt: Date
  endsAt: Date
  place: string
  rescheduledAt: Date | null
  /** How often the shop moved it under the student. */
  moves: number
  /** The seat or the whole class was canceled. */
  isCanceled: boolean
  /** The student's. */
  email: string
}

/** The shop as calendar files name it. */
export type CalendarShop = { publicUrl: string; timeZone: string; staffEmail: string }

/**
 * A booked class as a calendar event. Its id is the order's code, so a moved or canceled class replaces the old event.
 * The private link and the student's name stay out, because calendars are shared.
 */
export function classEvent(
  booked: BookedClass,
  { publicUrl, timeZone, staffEmail }: CalendarShop,
): CalendarEvent {
  const { orderId, course, startsAt, endsAt, isCanceled, email } = booked
  return {
    uid: `seat-${orderId}@${new URL(publicUrl).hostname}`,
    sequence: calendarSequence(booked, isCanceled),
    isCanceled,
    startsAt,
    endsAt,
    timeZone,
    title: `${course.name}, ${brand}`,
    description: [
      ...(course.bring.length > 0 ? [`Bring: ${course.bring.join('; ')}.`] : []),
      'To change or cancel your seat, open the private link in your confirmation email.',
    ].join('\n'),
    location: booked.place || defaultPlace,
    url: `${publicUrl}/ccw-training`,
    organizer: {
      name: brand,
      email: staffEmail,
    },
    attendee: email,
  }
}

/** The file's name, as an attachment and as a download. */
export const calendarFileName = 'paco-class.ics'
