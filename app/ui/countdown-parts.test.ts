import { expect, test } from 'vitest'
import {
  countdownParts,
  formatInstant,
  secondsLeft,
  twoDigits,
  formatLeft,
  holdAnnouncement,
} from './countdown-parts.ts'

const until = new Date('2026-12-01T18:00:00Z')
const before = (ms: number) => new Date(until.getTime() - ms)

test('seven days, seven hours, 45 minutes and 36 seconds are split into their parts', () => {
  const left = ((7 * 24 + 7) * 60 + 45) * 60_000 + 36_000
  expect(countdownParts(until, before(left))).toEqual({
    days: 7,
    hours: 7,
    minutes: 45,
    seconds: 36,
    ended: false,
  })
})

test('seconds are rounded up', () => {
  expect(countdownParts(until, before(1))).toMatchObject({ seconds: 1, ended: false })
  expect(countdownParts(until, before(1_001))).toMatchObject({ seconds: 2 })
})

test('the countdown ends at its instant and stays at zero', () => {
  const zero = { days: 0, hours: 0, minutes: 0, seconds: 0, ended: true }
  expect(countdownParts(until, until)).toEqual(zero)
  expect(countdownParts(until, before(-86_400_000))).toEqual(zero)
  expect(secondsLeft(until, before(-5_000))).toBe(0)
})

test('figures have two digits, and more than 99 days keep all of theirs', () => {
  expect(twoDigits(7)).toBe('07')
  expect(twoDigits(120)).toBe('120')
})

test('an instant is written the same by every engine, with its zone', () => {
  expect(formatInstant(new Date('2027-01-01T04:00:00Z'), 'America/New_York')).toBe(
    'December 31, 2026, 11:00 PM EST',
  )
  expect(formatInstant(new Date('2026-07-01T16:05:00Z'), 'America/New_York')).toBe(
    'July 1, 2026, 12:05 PM EDT',
  )
})

const heldUntil = new Date('2026-12-01T18:10:00Z')

test('a hold shows minutes and seconds, hours before them, and zero once it is over', () => {
  expect(formatLeft(heldUntil, new Date('2026-12-01T18:00:00Z'))).toBe('10:00')
  expect(formatLeft(heldUntil, new Date('2026-12-01T18:00:19.500Z'))).toBe('09:41')
  expect(formatLeft(heldUntil, new Date('2026-12-01T16:25:00Z'))).toBe('1:45:00')
  expect(formatLeft(heldUntil, new Date('2026-12-01T19:00:00Z'))).toBe('00:00')
})

test('only five, two and one minutes and the end are announced', () => {
  const said = Array.from({ length: 601 }, (_, passed) => holdAnnouncement(600 - passed, 600))
  const changes = said.flatMap((words, passed) =>
    words === (said[passed - 1] ?? '') ? [] : [[600 - passed, words]],
  )
  expect(changes).toEqual([
    [300, 'Five minutes left.'],
    [120, 'Two minutes left.'],
    [60, 'One minute left.'],
    [0, 'The time is up.'],
  ])
})

test('a hold that begins below a mark does not announce it', () => {
  expect(holdAnnouncement(200, 200)).toBe('')
  expect(holdAnnouncement(60, 200)).toBe('One minute left.')
})
