import { afterEach, describe, expect, vi } from 'vitest'
import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import { test } from '#test/db.ts'
import { defineJob, type Job } from './job.ts'
import { PutAside } from './put-aside.ts'
import { TryLater } from './try-later.ts'
import { runBatch } from './run-batch.server.ts'

const log = { error: vi.fn() }
const stopping = new AbortController().signal
const ctx = { shop: {} as Shop, log, stopping } // these runs do not look at the shop
const payload = z.object({ n: z.number() })
const batch = [1, 2, 3, 4, 5].map((n) => ({ id: `job_${n}`, data: { n }, retryCount: 0 }))

const job = (run: (n: number) => Promise<void>, more: Partial<Job> = {}) =>
  defineJob({ name: 'counting', payload, run: (_shop, { n }: { n: number }) => run(n), ...more } as Job<{
    n: number
  }>)

test('no more jobs run at once than the job allows', async () => {
  let running = 0
  let peak = 0
  const counting = job(
    async () => {
      running++
      peak = Math.max(peak, running)
      await Promise.resolve()
      running--
    },
    { concurrency: 3 },
  )
  expect(await runBatch(counting, batch, ctx)).toHaveLength(5)
  expect(peak).toBe(3)
})

test('one failure fails one job', async () => {
  const failing = job(async (n) => {
    if (n === 3) throw new Error('three')
  })
  const results = await runBatch(failing, batch, ctx)
  expect(results.filter(({ status }) => status === 'completed')).toHaveLength(4)
  expect(results).toContainEqual({
    id: 'job_3',
    status: 'failed',
    output: { fault: 'Error: three', at: expect.any(String) },
  })
})

test('a run that must try later fails like any other, and is not logged as an error', async () => {
  const logged: unknown[] = []
  const loud = { error: (...line: unknown[]) => void logged.push(line) } as unknown as typeof log
  const waiting = job(async (n) => {
    throw n === 1 ? new TryLater('Not now') : new Error('a bug')
  })
  const results = await runBatch(waiting, batch.slice(0, 2), { ...ctx, log: loud })
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(logged).toHaveLength(1)
})

test('a run that no further try can help is put aside at once', async () => {
  const hopeless = job(() => Promise.reject(new PutAside('no such mailbox')))
  expect(await runBatch(hopeless, batch.slice(0, 1), ctx)).toEqual([
    {
      id: 'job_1',
      status: 'deadletter',
      output: { fault: 'PutAside: no such mailbox', at: expect.any(String) },
    },
  ])
})

describe('a run that takes too long', () => {
  const one = [{ id: 'job_1', data: { n: 1 }, retryCount: 0 }]
  const tooLong = expect.objectContaining({
    status: 'failed',
    output: expect.objectContaining({ fault: 'Error: It took longer than 30 s.' }),
  })
  const withDb = (db: Shop['db']) => ({ ...ctx, shop: { db } as Shop })
  /** Only the limits use the fake clock; the database does not. */
  const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  afterEach(() => void vi.useRealTimers())

  function runningJob(run: (signal: AbortSignal) => Promise<void>, more: Partial<Job> = {}) {
    const signals: AbortSignal[] = []
    const defined = defineJob({
      name: 'overlong',
      payload,
      limitSeconds: 30,
      run: (_shop, _payload, signal = AbortSignal.abort()) => {
        signals.push(signal)
        return run(signal)
      },
      ...more,
    })
    return { defined, signals }
  }

  test('is aborted, and waited for', async ({ db }) => {
    stopClock()
    let hasEnded = false
    const mayEnd = Promise.withResolvers<void>()
    const { defined, signals } = runningJob(() => mayEnd.promise.then(() => void (hasEnded = true)))
    const running = runBatch(defined, one, withDb(db)).then((results) => ({ results, hasEnded }))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(signals[0]?.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(10_000)
    mayEnd.resolve()
    // Its failure is reported to the queue, which retries it, only once it has ended.
    expect(await running).toEqual({ results: [tooLong], hasEnded: true })
  })

  test('is abandoned when it hangs, blocks nothing, and is not restarted meanwhile', async ({ db }) => {
    const mayEnd = Promise.withResolvers<void>()
    stopClock()
    const { defined, signals } = runningJob(() => mayEnd.promise)
    const running = runBatch(defined, one, withDb(db))
    await vi.advanceTimersByTimeAsync(45_000)
    vi.useRealTimers()
    expect(await running).toEqual([tooLong])

    const again = [{ id: 'job_1', data: { n: 1 }, retryCount: 1 }]
    expect(await runBatch(defined, again, withDb(db))).toMatchObject([
      { status: 'failed', output: { fault: 'TryLater: An earlier run of it is still going on.' } },
    ])
    expect(signals).toHaveLength(1)

    const other = [{ id: 'job_2', data: { n: 2 }, retryCount: 0 }]
    mayEnd.resolve()
    expect(await runBatch(defined, other, withDb(db))).toMatchObject([{ status: 'completed' }])
    await vi.waitFor(
      async () => expect(await runBatch(defined, again, withDb(db))).toMatchObject([{ status: 'completed' }]),
      10_000,
    )
  })

  test('blocks the next run of an interval job', async ({ db }) => {
    const mayEnd = Promise.withResolvers<void>()
    stopClock()
    const { defined } = runningJob(() => mayEnd.promise, { every: '* * * * *' })
    const running = runBatch(defined, one, withDb(db))
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), 10_000)
    await vi.advanceTimersByTimeAsync(45_000)
    vi.useRealTimers()
    await running
    const next = [{ id: 'job_2', data: { n: 2 }, retryCount: 0 }]
    expect(await runBatch(defined, next, withDb(db))).toMatchObject([{ status: 'failed' }])
    mayEnd.resolve()
  })

  test('has failed if it ends when aborted: its work was not done', async ({ db }) => {
    stopClock()
    const { defined } = runningJob(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    const running = runBatch(defined, one, withDb(db))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await running).toEqual([tooLong])
  })

  test('a run is aborted when the shop stops, and when its job was given away', async ({ db }) => {
    for (const end of ['stopping', 'claim'] as const) {
      const ending = new AbortController()
      const { defined } = runningJob((signal) => {
        ending.abort(new TryLater('elsewhere'))
        return signal.aborted ? Promise.resolve() : Promise.reject(new Error('it was not told'))
      })
      const fetched = end === 'claim' ? [{ ...one[0], signal: ending.signal }] : one
      const how = end === 'stopping' ? { ...withDb(db), stopping: ending.signal } : withDb(db)
      expect(await runBatch(defined, fetched as typeof one, how)).toMatchObject([
        { status: 'failed', output: { fault: 'TryLater: elsewhere' } },
      ])
    }
  })
})
