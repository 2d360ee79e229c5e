import { expect, test } from 'vitest'
import { after, day, hour } from '#app/kit/clock.ts'
import { calendarSequence, isReminderDue, reminderDueAt } from './rules.ts'

const startsAt = new Date('2027-03-14T13:00:00Z')
const longAgo = after(startsAt, -60 * day)

test('a reminder falls due seven days and one day before', () => {
  expect(reminderDueAt('week', startsAt)).toEqual(new Date('2027-03-07T13:00:00Z'))
  expect(reminderDueAt('day', startsAt)).toEqual(new Date('2027-03-13T13:00:00Z'))
})

test.each([
  ['week', 7 * day + 1, false],
  ['week', 7 * day, true],
  ['week', 5 * day + 1, true],
  ['week', 5 * day, false],
  ['day', day + 1, false],
  ['day', day, true],
  ['day', 1, true],
  ['day', 0, false],
] as const)('the reminder of the %s is due %i ms before the class: %s', (kind, beforeMs, isDue) => {
  expect(isReminderDue(kind, startsAt, longAgo, after(startsAt, -beforeMs))).toBe(isDue)
})

test('a booking after the reminder was due gets none', () => {
  const now = after(startsAt, -20 * hour)
  expect(isReminderDue('day', startsAt, after(startsAt, -25 * hour), now)).toBe(true)
  expect(isReminderDue('day', startsAt, after(startsAt, -24 * hour), now)).toBe(false)
})

test('every change of a seat raises the sequence', () => {
  const moved = { rescheduledAt: longAgo, moves: 0 }
  const booked = { rescheduledAt: null, moves: 0 }
  expect(calendarSequence(booked, false)).toBe(0)
  expect([calendarSequence(booked, true), calendarSequence(moved, false)]).toEqual([1, 1])
  expect(calendarSequence(moved, true)).toBe(2)
  expect(calendarSequence({ ...moved, moves: 2 }, true)).toBe(4)
})
