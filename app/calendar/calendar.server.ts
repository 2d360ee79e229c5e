import { escape, foldLines } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { brand } from '#app/kit/brand.ts'
import { minute } from '#app/kit/clock.ts'
import { clockAt } from '#app/kit/dates.ts'

export function googleLink(event: LinkedEvent): string {
  const { title, description, location, startsAt, endsAt, timeZone } = event
  return `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compactUtc(startsAt)}/${compactUtc(endsAt)}`,
    ctz: timeZone,
    details: description,
    location,
  })}`
}

/** The same for Outlook on the web. It does not decode `+`, so spaces are `%20`. */
export function outlookLink({ title, description, location, startsAt, endsAt }: LinkedEvent): string {
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: startsAt.toISOString(),
    enddt: endsAt.toISOString(),
    body: description,
    location,
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query.toString().replaceAll('+', '%20')}`
}

/** `20261205T140000Z` */
function compactUtc(moment: Date): string {
  return `${moment.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`
}

export type CalendarEvent = {
  /** Never changes, so that a later file updates the same event. */
  uid: string
  isCanceled: boolean
  startsAt: Date
  endsAt: Date
  timeZone: string
  title: string
  description: string
  location: string
  /** A public page. No private link, because calendars are shared and stored on other servers. */
  url: string
  organizer: { name: string; email: string }
  /** The student's email. Written only to a cancellation, which needs it (RFC 5546). */
  attendee: string
}

export type LinkedEvent = Pick<
  CalendarEvent,
  'title' | 'description' | 'location' | 'startsAt' | 'endsAt' | 'timeZone'
>

/** The file's content type. The method is in the file and in its type (RFC 6047, 2.4). */
export function calendarType({ isCanceled }: Pick<CalendarEvent, 'isCanceled'>): string {
  return `text/calendar; charset=utf-8; method=${methodOf(isCanceled)}`
}

/** RFC 5545, RFC 5546, with the rules of its zone. The library would write times in the server's zone. Throws for an unknown zone. */
export function writeCalendar(event: CalendarEvent, now: Date): string {
  const { timeZone, isCanceled, startsAt, endsAt, organizer } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brand}//Training//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${methodOf(isCanceled)}`,
    ...zoneLines(timeZone),
    'BEGIN:VEVENT',
    `UID:${escape(event.uid, false)}`,
    // Later than that of every earlier file (RFC 5545, 3.8.7.4); of two in one minute, DTSTAMP says which (RFC 5546, 2.1.5).
    `SEQUENCE:${Math.floor(now.getTime() / minute)}`,
    `DTSTAMP:${compactUtc(now)}`,
    `DTSTART;TZID=${timeZone}:${localStamp(startsAt, timeZone)}`,
    `DTEND;TZID=${timeZone}:${localStamp(endsAt, timeZone)}`,
    `SUMMARY:${escape(event.title, false)}`,
    `DESCRIPTION:${escape(event.description, false)}`,
    `LOCATION:${escape(event.location, false)}`,
    `URL:${event.url}`,
    `ORGANIZER;CN="${escape(organizer.name, true)}":mailto:${organizer.email}`,
    ...(isCanceled
      ? [`ATTENDEE:mailto:${event.attendee}`, 'STATUS:CANCELLED']
      : [
          'STATUS:CONFIRMED',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-P1D',
          `DESCRIPTION:${escape(`Tomorrow: ${event.title}`, false)}`,
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map((line) => foldLines(line)).join('\r\n')}\r\n`
}

const methodOf = (isCanceled: boolean) => (isCanceled ? 'CANCEL' : 'PUBLISH')

/** For an unknown zone the library returns a sentence instead of a block. */
function zoneLines(timeZone: string): string[] {
  const found = tzlib_get_ical_block(timeZone)
  const [block] = Array.isArray(found) ? found : []
  if (!block) throw new RangeError(`No calendar rules for the zone ${timeZone}`)
  return block.split('\r\n')
}

/** Local time in the zone: `20261205T090000`. Classes begin and end on the minute. */
function localStamp(moment: Date, timeZone: string): string {
  return `${clockAt(timeZone, moment.getTime()).replaceAll(/[-:]/g, '').replace(' ', 'T')}00`
}
