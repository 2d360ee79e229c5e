import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from './job.ts'
import { TryLater } from './try-later.ts'
import { runBatch } from './run-batch.server.ts'

const shop = {} as Shop // these runs do not look at it
const log = { error: vi.fn() }
const payload = z.object({ n: z.number() })
const batch = [1, 2, 3, 4, 5].map((n) => ({ id: `job_${n}`, data: { n }, retryCount: 0 }))

const job = (run: (n: number) => Promise<void>, more: Partial<Job> = {}) =>
  defineJob({ name: 'counting', payload, run: (_shop, { n }: { n: number }) => run(n), ...more } as Job<{
    n: number
  }>)

test('no more jobs run at once than the job allows', async () => {
  let running = 0
  let most = 0
  const counting = job(
    async () => {
      running++
      most = Math.max(most, running)
      await Promise.resolve()
      running--
    },
    { concurrency: 3 },
  )
  expect(await runBatch(counting, batch, shop, log)).toHaveLength(5)
  expect(most).toBe(3)
})

test('one failure fails one job', async () => {
  const failing = job(async (n) => {
    if (n === 3) throw new Error('three')
  })
  const results = await runBatch(failing, batch, shop, log)
  expect(results.filter(({ status }) => status === 'completed')).toHaveLength(4)
  expect(results).toContainEqual({
    id: 'job_3',
    status: 'failed',
    output: { fault: 'Error: three', at: expect.any(String) },
  })
})

test('a run that has to try later fails like any other, and is not logged as an error', async () => {
  const logged: unknown[] = []
  const loud = { error: (...line: unknown[]) => void logged.push(line) } as unknown as typeof log
  const waiting = job(async (n) => {
    throw n === 1 ? new TryLater('Not now') : new Error('a bug')
  })
  const results = await runBatch(waiting, batch.slice(0, 2), shop, loud)
  expect(results.map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(logged).toHaveLength(1)
})

test('a run that hangs fails alone, after its limit', async () => {
  vi.useFakeTimers()
  const hanging = job((n) => (n === 1 ? new Promise<void>(() => {}) : Promise.resolve()), {
    limitSeconds: 30,
  })
  const running = runBatch(hanging, batch, shop, log)
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  const results = await running
  expect(results.filter(({ status }) => status === 'completed')).toHaveLength(4)
  expect(results).toContainEqual(
    expect.objectContaining({
      id: 'job_1',
      output: expect.objectContaining({ fault: 'Error: It took longer than 30 s.' }),
    }),
  )
})
