import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatCalendarDate } from './calendar-date.ts'
import { day } from './clock.ts'

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
