import { expect, test } from 'vitest'
import { currentExpiryCodes } from './license-number.ts'

test.each([
  ['the month after this one', '6M', '2026-11-22', true],
  ['the first of this month, which was', '6L', '2026-11-22', false],
  ['the first of this month, which is today', '6L', '2026-11-01', true],
  ['last month', '6K', '2026-11-22', false],
  ['January of the next year', '7A', '2026-12-31', true],
  ['three years ahead', '9L', '2026-11-22', true],
  ['further ahead than a license runs', '0L', '2026-11-22', false],
  ['a letter that no month has', '7I', '2026-11-22', false],
])('a license that ends in %s, %s on %s, runs: %s', (_, expiry, today, isCurrent) => {
  expect(currentExpiryCodes(today).includes(expiry)).toBe(isCurrent)
})

test('no month is named twice', () => {
  const codes = currentExpiryCodes('2026-11-22')
  expect(new Set(codes).size).toBe(codes.length)
})
