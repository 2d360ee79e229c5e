import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import {
  type CalendarEvent,
  calendarType,
  writeCalendar,
  googleLink,
  outlookLink,
} from './calendar.server.ts'

const now = new Date('2026-11-20T12:00:00Z')
const zone = 'America/New_York'

function event(more: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    uid: 'seat-ABC123@shop.test',
    isCanceled: false,
    startsAt: new Date('2026-12-05T14:00:00Z'),
    endsAt: new Date('2026-12-05T22:00:00Z'),
    timeZone: zone,
    title: 'CCW Certification',
    description: 'Bring eye protection; ear protection, too.\nDoors open at 8:45.',
    location: 'PACo, Miami, Florida',
    url: 'https://shop.test/ccw-training',
    organizer: { name: 'PACo', email: 'desk@shop.test' },
    attendee: 'student@example.com',
    ...more,
  }
}

function parsed(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[])
  ICAL.TimezoneService.reset()
  const zones = calendar.getAllSubcomponents('vtimezone').map((one) => new ICAL.Timezone(one))
  for (const one of zones) ICAL.TimezoneService.register(one)
  const [found, ...others] = calendar.getAllSubcomponents('vevent')
  if (!found || others.length) throw new Error('The file does not hold one event')
  return { calendar, zones, component: found, event: new ICAL.Event(found) }
}

test('a calendar program reads the times in the event’s zone', () => {
  const { event: read, zones, calendar } = parsed(writeCalendar(event(), now))
  expect(zones.map(({ tzid }) => tzid)).toEqual([zone])
  expect(read.startDate.zone.tzid).toBe(zone)
  expect(read.startDate.toString()).toBe('2026-12-05T09:00:00')
  expect(read.startDate.toJSDate()).toEqual(event().startsAt)
  expect(read.endDate.toJSDate()).toEqual(event().endsAt)
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
})

test('local time stays the same across a daylight saving change', () => {
  const before = parsed(writeCalendar(event({ startsAt: new Date('2027-03-13T14:00:00Z') }), now)).event
  const then = parsed(writeCalendar(event({ startsAt: new Date('2027-03-14T13:00:00Z') }), now)).event
  expect(before.startDate.toString()).toBe('2027-03-13T09:00:00')
  expect(then.startDate.toString()).toBe('2027-03-14T09:00:00')
  expect(then.startDate.toJSDate()).toEqual(new Date('2027-03-14T13:00:00Z'))
})

test('times are read back unchanged in every zone', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom('America/New_York', 'America/Chicago', 'America/Phoenix', 'Europe/Berlin'),
      (moment, timeZone) => {
        const startsAt = new Date(Math.floor(moment.getTime() / 60_000) * 60_000)
        // The hour that a clock shows twice in autumn has no other name in a calendar file: nobody teaches in it.
        fc.pre(!isShownTwice(startsAt, timeZone))
        const written = writeCalendar(event({ startsAt, endsAt: after(startsAt, hour), timeZone }), now)
        expect(parsed(written).event.startDate.toJSDate()).toEqual(startsAt)
      },
    ),
    { numRuns: 100 },
  )
})

function isShownTwice(moment: Date, timeZone: string): boolean {
  const shown = (at: Date) => new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(at)
  return [-hour, hour].some((ms) => shown(after(moment, ms)) === shown(moment))
}

test('text is read back unchanged, and no line is longer than 75 octets', () => {
  const title = 'Training – “nine to five”, 2 of 12; '.repeat(4).trim()
  const file = writeCalendar(event({ title }), now)
  const { event: read } = parsed(file)
  expect(read.summary).toBe(title)
  expect(read.description).toBe(event().description)
  expect(read.location).toBe('PACo, Miami, Florida')
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('the event has a reminder a day before', () => {
  const { component } = parsed(writeCalendar(event(), now))
  const alarm = component.getFirstSubcomponent('valarm')
  expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-P1D')
})

test('a change keeps the uid and raises the sequence', () => {
  const first = parsed(writeCalendar(event(), now)).event
  const later = parsed(
    writeCalendar(event({ startsAt: after(event().startsAt, day) }), after(now, minute)),
  ).event
  expect(later.uid).toBe(first.uid)
  expect(later.sequence).toBeGreaterThan(first.sequence)
})

test('a canceled event is removed and has no reminder', () => {
  const canceled = event({ isCanceled: true })
  const { calendar, component, event: read } = parsed(writeCalendar(canceled, now))
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(read.uid).toBe(event().uid)
  expect(read.attendees).toHaveLength(1)
  expect(component.getFirstSubcomponent('valarm')).toBeNull()
  expect(calendarType(canceled)).toBe('text/calendar; charset=utf-8; method=CANCEL')
})

test('the attendee is not named in a file for sharing', () => {
  expect(writeCalendar(event(), now)).not.toContain('student@example.com')
})

test('an unknown zone throws', () => {
  expect(() => writeCalendar(event({ timeZone: 'Miami' }), now)).toThrow('No calendar rules')
})

const linked = {
  title: 'CCW & Safety',
  description: 'Bring eye protection.',
  location: 'PACo, Miami, Florida',
  startsAt: new Date('2026-12-05T14:00:00Z'),
  endsAt: new Date('2026-12-05T22:00:00Z'),
  timeZone: 'America/New_York',
}

test('the Google link has the times and the zone', () => {
  const { origin, searchParams } = new URL(googleLink(linked))
  expect(origin).toBe('https://calendar.google.com')
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'CCW & Safety',
    dates: '20261205T140000Z/20261205T220000Z',
    ctz: 'America/New_York',
    details: 'Bring eye protection.',
    location: 'PACo, Miami, Florida',
  })
})

test('the Outlook link has the times, with spaces as %20', () => {
  const link = outlookLink(linked)
  expect(link).not.toContain('+')
  const { origin, searchParams } = new URL(link)
  expect(origin).toBe('https://outlook.live.com')
  expect(searchParams.get('subject')).toBe('CCW & Safety')
  expect(searchParams.get('startdt')).toBe('2026-12-05T14:00:00.000Z')
  expect(searchParams.get('enddt')).toBe('2026-12-05T22:00:00.000Z')
})
