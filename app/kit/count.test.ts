import { expect, test } from 'vitest'
import { countOf, formatCount } from './count.ts'

test('a count is written in groups of three', () => {
  expect([0, 12, 1_000, 2_499, 1_000_000].map(formatCount)).toEqual([
    '0',
    '12',
    '1,000',
    '2,499',
    '1,000,000',
  ])
})

test('one of a thing is no plural', () => {
  expect([0, 1, 2, 2_400].map((count) => countOf(count, 'seat'))).toEqual([
    '0 seats',
    '1 seat',
    '2 seats',
    '2,400 seats',
  ])
  expect(countOf(1, 'dealer is', 'dealers are')).toBe('1 dealer is')
  expect(countOf(3, 'accessory', 'accessories')).toBe('3 accessories')
})
