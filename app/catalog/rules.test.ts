import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PriceChange, priceAt, pricePeriods, stockChange } from './rules.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const change = (id: number, day: number, cents: number): PriceChange => ({
  id,
  startsAt: at(day),
  cents,
  enteredBy: 'R. Desk',
})

test('a price holds from its first moment until the next one begins', () => {
  const changes = [change(2, 20, 9_400), change(1, 10, 8_900)]
  const seen = [9, 10, 19, 20, 21].map((day) => priceAt(8_400, changes, at(day)))
  expect(seen).toEqual([8_400, 8_900, 8_900, 9_400, 9_400])
  expect(priceAt(8_400, changes, new Date(at(20).getTime() - 1))).toBe(8_900)
})

test('of two prices of one moment the later entry holds', () => {
  expect(priceAt(1, [change(2, 10, 300), change(1, 10, 200)], at(10))).toBe(300)
})

test('periods follow one another without a gap, and exactly one holds now', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ day: fc.integer({ min: 1, max: 28 }), cents: fc.nat(9_999) }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 29 }),
      (drawn, today) => {
        const changes = drawn.map(({ day, cents }, id) => change(id, day, cents))
        const periods = pricePeriods(5_000, changes, at(today))
        expect(periods.slice(1).map(({ from }) => from)).toEqual(periods.slice(0, -1).map(({ to }) => to))
        const now = periods.filter(({ when }) => when === 'now')
        expect(now.map(({ cents }) => cents)).toEqual([priceAt(5_000, changes, at(today))])
        const scheduled = periods.filter(({ when }) => when === 'scheduled')
        expect(scheduled.every(({ from }) => from !== null && from > at(today))).toBe(true)
      },
    ),
  )
})

test('a count is compared with the shelf; damaged and sold goods are taken however they are typed', () => {
  expect(stockChange('counted', 31, 33)).toBe(-2)
  expect(stockChange('damaged', 2, 33)).toBe(-2)
  expect(stockChange('shop', -2, 33)).toBe(-2)
  expect(stockChange('received', 24, 33)).toBe(24)
  expect(stockChange('correction', -3, 33)).toBe(-3)
})
