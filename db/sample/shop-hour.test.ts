import { expect, test } from 'vitest'
import { firstHourAfter } from './shop-hour.ts'

test('an hour that is still to come today is today', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(new Date('2026-11-20T23:00:00Z'))
})

test('an hour that is past is tomorrow', () => {
  const from = new Date('2026-11-20T23:00:01Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(new Date('2026-11-21T23:00:00Z'))
})

test('the very moment counts', () => {
  const from = new Date('2026-11-20T23:00:00Z')
  expect(firstHourAfter(from, 18, 'America/New_York')).toEqual(from)
})

test('an hour that the clocks skip is found the next night', () => {
  const from = new Date('2027-03-14T06:30:00Z')
  expect(firstHourAfter(from, 2, 'America/New_York')).toEqual(new Date('2027-03-15T06:00:00Z'))
})

test('zones off the full hour are found too', () => {
  const from = new Date('2026-11-20T12:00:00Z')
  expect(firstHourAfter(from, 18, 'Asia/Kathmandu')).toEqual(new Date('2026-11-20T12:15:00Z'))
})

test('an hour that no clock shows is refused', () => {
  expect(() => firstHourAfter(new Date('2026-11-20T12:00:00Z'), 24, 'America/New_York')).toThrow(RangeError)
})
