import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

test('no more than so many go on at once, in the order they came, and a failure frees its place', async () => {
  const through = createTurnstile(2)
  const order: number[] = []
  let [inside, most] = [0, 0]
  const tasks = [1, 2, 3, 4, 5].map((n) =>
    through(async () => {
      inside += 1
      most = Math.max(most, inside)
      order.push(n)
      await Promise.resolve()
      inside -= 1
      if (n === 2) throw new Error('broke')
      return n
    }),
  )
  const results = await Promise.allSettled(tasks)
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect({ most, order }).toEqual({ most: 2, order: [1, 2, 3, 4, 5] })
})
