import fc from 'fast-check'
import { addDays, formatIsoDay } from '#app/kit/dates.ts'
import { expect, test } from 'vitest'
import { daysOfMonth, parseDay, parseDays, parseMonth, periodOf, shiftMonth } from '../rules.ts'

const zone = 'America/New_York'

test('a day ends where the next begins, also where clocks change, and its moments are of that day', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true }),
      fc.constantFrom(zone, 'Asia/Kolkata', 'UTC', 'America/Havana'),
      (at, timeZone) => {
        const day = formatIsoDay(at, timeZone)
        const { from, to } = periodOf({ from: day, to: day }, timeZone)
        expect(from <= at && at < to).toBe(true)
        expect(formatIsoDay(new Date(to.getTime() - 1), timeZone)).toBe(day)
        const next = addDays(day, 1)
        expect(periodOf({ from: next, to: next }, timeZone).from).toEqual(to)
      },
    ),
    { numRuns: 100 },
  )
})

test('the shop’s day has 25 hours where summer ends', () => {
  const { from, to } = periodOf({ from: '2026-11-01', to: '2026-11-01' }, zone)
  expect(to.getTime() - from.getTime()).toBe(25 * 3_600_000)
})

test('days and months are read, shifted and put together', () => {
  expect(['2026-11-22', '2026-02-30', '2026-1-1', '1999-01-01', null].map(parseDay)).toEqual([
    '2026-11-22',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(['2026-11', '2026-13', null].map(parseMonth)).toEqual(['2026-11', undefined, undefined])
  expect([addDays('2026-12-31', 1), shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual([
    '2027-01-01',
    '2027-01',
    '2025-12',
  ])
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('a file spans days in order, for ten years at most', () => {
  expect(parseDays('2026-11-22', '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(parseDays('2026-11-23', '2026-11-22')).toBeUndefined()
  expect(parseDays('2026-11-23', null)).toBeUndefined()
  expect(parseDays(null, '2026-11-23')).toBeUndefined()
  expect(parseDays('2026-01-01', '2036-01-01')).toBeDefined()
  expect(parseDays('2026-01-01', '2036-01-10')).toBeUndefined()
})
