import { expect, test } from 'vitest'
import { after, day, minute } from '#app/kit/clock.ts'
import { gatherOrdersMs, isGathering, nextMailAt } from './staff-mail.ts'

const now = new Date('2026-11-20T12:00:00Z')

test('the first mail to staff, and one after a quiet time, goes out at once', () => {
  expect(nextMailAt(undefined, now)).toEqual(now)
  const closedAt = after(now, -gatherOrdersMs)
  expect(nextMailAt({ openedAt: closedAt, closedAt }, now)).toEqual(now)
})

test('a mail goes out five minutes after the one before it', () => {
  const closedAt = after(now, -minute)
  expect(nextMailAt({ openedAt: closedAt, closedAt }, now)).toEqual(after(now, 4 * minute))
})

test('orders are added to a mail until it is closed, and for a day at most', () => {
  expect(isGathering({ openedAt: now, closedAt: null }, after(now, day - 1))).toBe(true)
  expect(isGathering({ openedAt: now, closedAt: null }, after(now, day))).toBe(false)
  expect(isGathering({ openedAt: now, closedAt: now }, now)).toBe(false)
})

test('a clock that was ahead for a while delays no mail by that time', () => {
  const ahead = after(now, day)
  expect(nextMailAt({ openedAt: ahead, closedAt: ahead }, now)).toEqual(after(now, gatherOrdersMs))
  expect(isGathering({ openedAt: ahead, closedAt: null }, now)).toBe(false)
  // The clocks of two machines differ a little.
  expect(isGathering({ openedAt: after(now, minute), closedAt: null }, now)).toBe(true)
})
