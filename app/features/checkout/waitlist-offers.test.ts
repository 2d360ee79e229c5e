import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { minOfferMs, offerMs, offerUntil } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each([
  [3 * day, day],
  [day, day],
  [5 * hour, 5 * hour],
  [hour, hour],
])('with %i ms until the sale closes it is held for %i ms', (closesInMs, heldMs) => {
  expect(offerUntil(after(now, closesInMs), now)).toEqual(after(now, heldMs))
})

test('without a closing time an offer lasts a day', () => {
  expect(offerUntil(null, now)).toEqual(after(now, day))
})

test('nothing is offered in the last hour or later', () => {
  for (const ms of [hour - 1, minute, 0, -day]) expect(offerUntil(after(now, ms), now)).toBeNull()
})

test('an offer lasts at most a day, never past closing, and at least an hour', () => {
  expect.hasAssertions()
  fc.assert(
    fc.property(fc.integer({ min: -2 * day, max: 60 * day }), (ms) => {
      const lasts = (offerUntil(after(now, ms), now)?.getTime() ?? now.getTime()) - now.getTime()
      expect(lasts).toBe(ms < minOfferMs ? 0 : Math.min(ms, offerMs))
    }),
  )
})
