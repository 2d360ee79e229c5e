import { expect, test } from 'vitest'
import {
  addDays,
  expectedPeriod,
  formatCalendarDate,
  formatDay,
  formatIsoDay,
  formatLongDay,
  formatStamp,
  momentIn,
  zonedIso,
} from './dates.ts'
import fc from 'fast-check'
import { day } from './clock.ts'

test('an instant falls on the day of its time zone', () => {
  const late = new Date('2026-11-22T03:30:00Z')
  expect(formatIsoDay(late, 'UTC')).toBe('2026-11-22')
  expect(formatIsoDay(late, 'America/New_York')).toBe('2026-11-21')
  expect(formatDay(late, 'America/New_York')).toBe('Nov 21, 2026')
  expect(formatLongDay(late, 'America/New_York')).toBe('November 21, 2026')
})

test('a stamp names the year only where it is another one, in the zone', () => {
  const zone = 'America/New_York'
  const now = new Date('2026-11-23T12:00:00Z')
  expect(formatStamp(new Date('2026-11-20T14:05:00Z'), zone, now)).toBe('Nov 20 9:05 AM')
  expect(formatStamp(new Date('2026-01-01T04:59:00Z'), zone, now)).toBe('Dec 31, 2025 11:59 PM')
})

const anyDay = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const platform = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

test('a date is written as the platform would write it', () => {
  expect(formatCalendarDate('2026-11-05')).toBe('Nov 5, 2026')
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      expect(formatCalendarDate(date.toISOString().slice(0, 10))).toBe(platform.format(date))
    }),
  )
})

test.each([
  ['2026-02-27', 3, '2026-03-02'],
  ['2028-02-27', 3, '2028-03-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-10-31', 3, '2026-11-03'],
])('%s and %i days is %s', (from, days, to) => {
  expect(addDays(from, days)).toBe(to)
})

test('days are counted over months, years and leap days', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -400, max: 400 }), (from, days) => {
      expect(Date.parse(addDays(from, days)) - Date.parse(from)).toBe(days * day)
    }),
  )
})

const zone = 'America/New_York'

test.each([
  ['2026-12-05 09:00', '2026-12-05T14:00:00.000Z'],
  ['2026-07-05T09:00', '2026-07-05T13:00:00.000Z'],
  ['2027-03-13 09:00', '2027-03-13T14:00:00.000Z'],
  ['2027-03-14 09:00', '2027-03-14T13:00:00.000Z'],
  ['2026-11-01 01:30', '2026-11-01T05:30:00.000Z'],
])('a clock in Miami shows %s at %s', (shown, moment) => {
  expect(momentIn(zone, shown)?.toISOString()).toBe(moment)
})

test.each(['2027-03-14 02:30', '2026-13-05 09:00', '2026-02-30 09:00', 'tomorrow', '2026-12-05', ''])(
  '%j is no moment there',
  (shown) => {
    expect(momentIn(zone, shown)).toBeUndefined()
  },
)

test('every minute that a clock shows once round-trips', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      fc.constantFrom(zone, 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC'),
      (date, at) => {
        const moment = new Date(Math.floor(date.getTime() / 60_000) * 60_000)
        const shown = shownAt(at, moment)
        fc.pre(
          [-60, -30, 30, 60].every(
            (minutes) => shownAt(at, new Date(moment.getTime() + minutes * 60_000)) !== shown,
          ),
        )
        expect(momentIn(at, shown)).toEqual(moment)
      },
    ),
    { numRuns: 100 },
  )
})

function shownAt(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(moment)
}

test('an instant is written with the offset that its zone has then', () => {
  expect(zonedIso('America/New_York', new Date('2026-12-05T14:00:30Z'))).toBe('2026-12-05T09:00:00-05:00')
  expect(zonedIso('America/New_York', new Date('2026-07-05T13:00:00Z'))).toBe('2026-07-05T09:00:00-04:00')
  expect(zonedIso('UTC', new Date('2026-07-05T13:00:00Z'))).toBe('2026-07-05T13:00:00+00:00')
  expect(zonedIso('Asia/Kolkata', new Date('2026-07-05T13:00:00Z'))).toBe('2026-07-05T18:30:00+05:30')
})

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  ['Q4 2024', null],
  ['2025', null],
  ['Q3 2026', null],
  ['Q4 2026', 'Q4 2026'],
  ['2026', '2026'],
  ['Early 2027', 'Early 2027'],
  ['Dec 15', 'Dec 15'],
  ['', ''],
  [null, null],
])('%s is read by visitors as %s', (text, read) => {
  expect(expectedPeriod(text, now)).toBe(read)
})
