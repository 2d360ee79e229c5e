import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, formatCalendarDate } from './calendar-date.ts'

const platform = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

test('a date is written as the platform would write it', () => {
  expect(formatCalendarDate('2026-11-05')).toBe('Nov 5, 2026')
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (day) => {
      expect(formatCalendarDate(day.toISOString().slice(0, 10))).toBe(platform.format(day))
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
