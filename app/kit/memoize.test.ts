import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('a result is computed once for the same arguments, and the oldest one is evicted', () => {
  const made: number[] = []
  const double = memoize(2, (n: number) => {
    made.push(n)
    return n * 2
  })
  expect([double(1), double(1), double(2), double(3), double(1)]).toEqual([2, 2, 4, 6, 2])
  expect(made).toEqual([1, 2, 3, 1])
})
