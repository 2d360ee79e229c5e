import { expect, test } from 'vitest'
import { after, hour } from '#app/kit/clock.ts'
import { isLate } from './rules.ts'

const now = new Date('2026-11-23T12:00:00Z')

test('a message is late once it has waited longer than 24 hours', () => {
  expect(isLate(after(now, -24 * hour), now)).toBe(false)
  expect(isLate(after(now, -24 * hour - 1), now)).toBe(true)
})
