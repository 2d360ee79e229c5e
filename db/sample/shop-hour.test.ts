import { expect, test } from 'vitest'
import { firstHourAfter } from './load.ts'

test('an hour later today is today', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(new Date('2026-11-20T23:00:00Z'))
})

test('an hour earlier today is tomorrow', () => {
  const from = new Date('2026-11-20T23:00:01Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(new Date('2026-11-21T23:00:00Z'))
})

test('the exact instant counts', () => {
  const from = new Date('2026-11-20T23:00:00Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(from)
})

test('an hour skipped by a clock change is found the next day', () => {
  const from = new Date('2027-03-14T06:30:00Z')
  expect(firstHourAfter(from, 2, 'America/New_York')).toEqual(new Date('2027-03-15T06:00:00Z'))
})

test('zones with odd offsets work', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  expect(firstHourAfter(from, 18, 'Asia/Kathmandu')).toEqual(new Date('2026-11-20T12:15:00Z'))
})

test('an invalid hour is refused', () => {
  expect(() => firstHourAfter(new Date('2026-11-20T12:00:00Z'), 24, 'America/New_York')).toThrow(RangeError)
})
