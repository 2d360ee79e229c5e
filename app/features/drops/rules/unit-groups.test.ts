import { expect, test } from 'vitest'
import { groupOf, nextNumber, unitGroups } from './unit-groups.ts'

test.each([
  [1, [[1, 1]]],
  [200, [[1, 200]]],
  [
    201,
    [
      [1, 100],
      [101, 200],
      [201, 201],
    ],
  ],
  [
    300,
    [
      [1, 100],
      [101, 200],
      [201, 300],
    ],
  ],
])('a run of %d is shown as %j', (total, groups) => {
  expect(unitGroups(total).map(({ from, to }) => [from, to])).toEqual(groups)
})

test('every number of 1,000 is in exactly one of ten groups', () => {
  expect(unitGroups(1_000)).toHaveLength(10)
  for (let number = 1; number <= 1_000; number++) {
    const { from, to } = groupOf(number, 1_000)
    expect(number >= from && number <= to && to - from === 99).toBe(true)
  }
  expect(groupOf(1_001, 1_000)).toEqual({ from: 1, to: 100 })
  expect(groupOf(0, 1_000)).toEqual({ from: 1, to: 100 })
})

test.each([
  ['ArrowRight', 100, 101],
  ['ArrowLeft', 101, 100],
  ['ArrowDown', 95, 105],
  ['ArrowUp', 101, 91],
  ['Home', 155, 101],
  ['End', 155, 200],
  ['PageDown', 155, 255],
  ['PageDown', 950, 1_000],
  ['PageUp', 55, 1],
  ['ArrowLeft', 1, undefined],
  ['ArrowRight', 1_000, undefined],
  ['ArrowDown', 995, undefined],
  ['PageUp', 1, undefined],
  ['x', 5, undefined],
])('%s leads from %d to %s', (key, number, to) => {
  expect(nextNumber(key, number, { total: 1_000, columns: 10 })).toBe(to)
})
