import { expect, test } from 'vitest'
import { countOf, formatCount } from './text.ts'
import fc from 'fast-check'
import { formatCents, formatCentsExact, parseDollars } from './money.ts'

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

const inDollars = { style: 'currency', currency: 'USD' } as const

test('whole dollars are written without decimals, other amounts with both', () => {
  expect([10_000, 249_900, 799, 5, -1_050].map(formatCents)).toEqual([
    '$100',
    '$2,499',
    '$7.99',
    '$0.05',
    '-$10.50',
  ])
  expect([10_000, 123_456_789].map(formatCentsExact)).toEqual(['$100.00', '$1,234,567.89'])
})

test('any amount is written as the platform would write it', () => {
  const amounts = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })
  fc.assert(
    fc.property(amounts, (cents) => {
      const digits = cents % 100 === 0 ? 0 : 2
      const platform = new Intl.NumberFormat('en-US', { ...inDollars, minimumFractionDigits: digits })
      expect(formatCents(cents)).toBe(platform.format(cents / 100))
      expect(formatCentsExact(cents)).toBe(new Intl.NumberFormat('en-US', inDollars).format(cents / 100))
    }),
  )
})

test('an amount as people type it becomes cents, and anything else nothing', () => {
  expect(['25', '$25', '25.50', '1,025.50', ' 0.05 '].map(parseDollars)).toEqual([
    2500, 2500, 2550, 102550, 5,
  ])
  for (const typed of ['', '-5', '5.5', '5.', '1,02', 'ten', '1e3', '.50', '99999999999999999'])
    expect(parseDollars(typed), typed).toBeUndefined()
})
