import { expect, test } from 'vitest'
import { barOf, daysFrom, inBoardOrder, medianShare } from './rules.ts'

test('a bar is as long as the median’s tick at the median, and long beyond one and a half of it', () => {
  expect(barOf(10, 10)).toEqual({ barShare: medianShare, isLong: false })
  expect(barOf(15, 10).isLong).toBe(false)
  expect(barOf(16, 10).isLong).toBe(true)
  expect(barOf(400, 10).barShare).toBe(100)
  expect(barOf(1, 0)).toEqual({ barShare: medianShare, isLong: false })
  expect(barOf(400, null)).toEqual({ barShare: 0, isLong: false })
})

test('days are counted by the calendar, never below zero', () => {
  expect(daysFrom('2026-10-31', '2026-11-02')).toBe(2)
  expect(daysFrom('2026-11-03', '2026-11-02')).toBe(0)
})

test('the busiest dealer is first, and what has no dealer is last', () => {
  const row = (name: string, count: number) => ({
    dealerKey: null,
    name,
    place: '',
    licenseEnds: null,
    missing: [],
    slips: Array.from({ length: count }, () => ({}) as never),
  })
  const names = inBoardOrder([row('', 9), row('B', 1), row('A', 1), row('C', 2)]).map(({ name }) => name)
  expect(names).toEqual(['C', 'A', 'B', ''])
})
