import { expect, test } from 'vitest'
import { busy, limitConcurrency } from './limit-concurrency.ts'

function givenTasks(limit: { maxRunning: number; maxWaiting: number }) {
  const run = limitConcurrency(limit)
  const started: number[] = []
  const ends = new Map<number, (failure?: Error) => void>()
  const start = (n: number, signal?: AbortSignal, isPatient = false) =>
    run(
      () =>
        new Promise<number>((resolve, reject) => {
          started.push(n)
          ends.set(n, (failure) => (failure ? reject(failure) : resolve(n)))
        }),
      { ...(signal && { signal }), isPatient },
    )
  const end = async (n: number, failure?: Error) => {
    ends.get(n)?.(failure)
    await new Promise(setImmediate)
  }
  return { start, end, started }
}

test('at most the maximum run at once, the others in order of arrival', async () => {
  const { start, end, started } = givenTasks({ maxRunning: 2, maxWaiting: 10 })
  const results = Promise.all([1, 2, 3, 4].map((n) => start(n)))
  await end(0)
  expect(started).toEqual([1, 2])
  await end(2)
  expect(started).toEqual([1, 2, 3])
  for (const n of [1, 3, 4]) await end(n)
  expect(await results).toEqual([1, 2, 3, 4])
})

test('a task that fails frees its slot', async () => {
  const { start, end, started } = givenTasks({ maxRunning: 1, maxWaiting: 10 })
  const failed = start(1).catch((error: unknown) => error)
  const next = start(2)
  await end(1, new Error('broke'))
  expect(await failed).toEqual(new Error('broke'))
  expect(started).toEqual([1, 2])
  await end(2)
  expect(await next).toBe(2)
})

test('beyond the longest queue a task is refused at once, and a freed slot is used again', async () => {
  const { start, end, started } = givenTasks({ maxRunning: 1, maxWaiting: 1 })
  const accepted = [start(1), start(2)]
  expect(await start(3)).toBe(busy)
  await end(1)
  accepted.push(start(4))
  for (const n of [2, 4]) await end(n)
  expect(await Promise.all(accepted)).toEqual([1, 2, 4])
  expect(started).toEqual([1, 2, 4])
})

test('who is patient waits however many do, and in its order', async () => {
  const { start, end, started } = givenTasks({ maxRunning: 1, maxWaiting: 1 })
  const accepted = [start(1), start(2), start(3, undefined, true)]
  expect(await start(4)).toBe(busy)
  for (const n of [1, 2, 3]) await end(n)
  expect(await Promise.all(accepted)).toEqual([1, 2, 3])
  expect(started).toEqual([1, 2, 3])
})

test('a caller that stops waiting leaves the queue, and its task never runs', async () => {
  const { start, end, started } = givenTasks({ maxRunning: 1, maxWaiting: 1 })
  const leaving = new AbortController()
  const first = start(1)
  const left = start(2, leaving.signal)
  leaving.abort()
  expect(await left).toBe(busy)
  expect(await start(3, leaving.signal)).toBe(busy)
  const next = start(4)
  await end(1)
  await end(4)
  expect(await Promise.all([first, next])).toEqual([1, 4])
  expect(started).toEqual([1, 4])
})

test('a running task is not ended by its signal, and frees its slot once', async () => {
  const { start, end, started } = givenTasks({ maxRunning: 1, maxWaiting: 5 })
  const gone = new AbortController()
  const waited = start(1)
  const second = start(2, gone.signal)
  await end(1)
  gone.abort()
  const third = start(3)
  await end(0)
  expect(started).toEqual([1, 2])
  await end(2)
  await end(3)
  expect(await Promise.all([waited, second, third])).toEqual([1, 2, 3])
})
