import type { CalendarEvent } from '#app/calendar/calendar-file.server.ts'
import { defaultPlace } from '../rules.ts'
import { calendarSequence } from '../rules/notices.ts'

/** What is known of a booked class and of the shop that teaches it. */
export type BookedClass = {
  orderId: string
  course: { name: string; bring: readonly string[] }
  startsAt: Date
  endsAt: Date
  place: string
  rescheduledAt: Date | null
  /** The seat was given up, or the class called off. */
  isCanceled: boolean
  /** Who takes part. */
  email: string
}

/** The shop, as calendars are told of it. `deskEmail` is where its desk is written to. */
export type CalendarShop = { publicUrl: string; timeZone: string; staffEmail: string }

/**
 * A booked class as a calendar keeps it. The order's code is its identity, so that a moved or canceled class replaces
 * what stands there. Neither the private link nor who booked is in it: calendars are shared.
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
    title: `${course.name}, PACo`,
    description: [
      ...(course.bring.length > 0 ? [`Bring: ${course.bring.join('; ')}.`] : []),
      'To change or cancel the seat, open the private link in your confirmation mail.',
    ].join('\n'),
    location: booked.place || defaultPlace,
    url: `${publicUrl}/ccw-training`,
    organizer: {
      name: 'PACo',
      email: staffEmail,
    },
    attendee: email,
  }
}

/** The name of the file, in mails and as a download. */
export const calendarFileName = 'paco-class.ics'
