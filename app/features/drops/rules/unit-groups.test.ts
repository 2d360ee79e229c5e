import { expect, test } from 'vitest'
import { groupOf, unitGroups } from '../rules.ts'

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
