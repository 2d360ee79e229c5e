import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zonedIso, momentIn } from './zoned-time.ts'

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
