import { expect, test } from 'vitest'
import { formatDay, formatIsoDay, formatLongDay } from './date-format.ts'

test('an instant falls on the day of its time zone', () => {
  const late = new Date('2026-11-22T03:30:00Z')
  expect(formatIsoDay(late, 'UTC')).toBe('2026-11-22')
  expect(formatIsoDay(late, 'America/New_York')).toBe('2026-11-21')
  expect(formatDay(late, 'America/New_York')).toBe('Nov 21, 2026')
  expect(formatLongDay(late, 'America/New_York')).toBe('November 21, 2026')
})
