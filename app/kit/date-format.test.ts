import { expect, test } from 'vitest'
import { formatDay, formatIsoDay, formatLongDay, formatStamp } from './date-format.ts'

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
