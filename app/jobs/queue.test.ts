import { getEventListeners } from 'node:events'
import { eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type Db, transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { waitingForLocks } from '#test/locks.ts'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import {
  alertOfFailedJobs,
  type EndedRun,
  enqueueIn,
  exchangeJobs,
  keepJobs,
  listFailedJobs,
  recordDueJob,
  retryFailedJobs,
  writeSchedules,
} from './jobs.server.ts'
import { defineJob, type Job, PutAside, TryLater } from './job.ts'
import { startQueue } from './queue.server.ts'
import { queuedJobs } from './tables.ts'

const payload = z.object({ orderId: z.string() })
const log = { error: vi.fn() }
beforeEach(() => log.error.mockClear())

// Other processes' jobs are looked for twice a second; a busy machine may take longer.
const patient = { timeout: 10_000, interval: 50 }
vi.setConfig({ testTimeout: 20_000 })

function noting(name: string, more: Partial<Job<{ orderId: string }>> = {}) {
  const seen: string[] = []
  const job = defineJob({
    name,
    payload,
    async run(_shop, { orderId }) {
      seen.push(orderId)
    },
    ...more,
  })
  return { job: job as Job, seen }
}

const shopOf = (db: Db) =>
  ({
    db,
    now: () => new Date(),
    timeZone: 'America/New_York',
    enqueueIn,
    announce: () => {},
  }) as unknown as Shop

async function open(db: Db, jobs: Job[]) {
  const queue = await startQueue(jobs, shopOf(db), log)
  onTestFinished(() => queue.stop())
  return queue
}

async function begin(db: Db, jobs: [Job, ...Job[]]) {
  const queue = await open(db, jobs)
  await queue.enqueue(jobs[0].name, { orderId: 'A1' })
  return queue
}

const claim = (db: Db, names: string[], now = new Date(), ended: EndedRun[] = []) =>
  exchangeJobs(db, now, ended, new Map(names.map((name) => [name, 10])))

test('a rolled-back transaction queues nothing, a committed one runs once', async ({ db, ctx }) => {
  const { job, seen } = noting('commit-or-not')
  const queue = await open(db, [job])
  const shop: TestContext = { ...ctx, enqueueIn }
  const rolledBack = transact(shop, async ({ enqueue }) => {
    await enqueue('commit-or-not', { orderId: 'lost' })
    throw new Error('sold out')
  })
  await expect(rolledBack).rejects.toThrow('sold out')
  await transact(shop, ({ enqueue }) => enqueue('commit-or-not', { orderId: 'kept' }))
  await queue.enqueue('commit-or-not', { orderId: 'last' })
  await expect.poll(() => seen, patient).toHaveLength(2)
  expect(seen.toSorted()).toEqual(['kept', 'last'])
})

test('a run may queue further jobs in its own transaction', async ({ db }) => {
  const follower = noting('follower')
  const leader = noting('leader', {
    run: (shop, { orderId }) => transact(shop, ({ enqueue }) => enqueue('follower', { orderId })),
  })
  await begin(db, [leader.job, follower.job])
  await expect.poll(() => follower.seen, patient).toEqual(['A1'])
})

test('at most one job per key waits; jobs without a key are not limited', async ({ db }) => {
  const { job, seen } = noting('singleton')
  const enqueue = enqueueIn(db)
  await Promise.all(
    Array.from({ length: 20 }, () => enqueue('singleton', { orderId: 'once' }, { once: 'k:1' })),
  )
  for (const orderId of ['a', 'b']) await enqueue('singleton', { orderId })
  await open(db, [job])
  await expect.poll(() => seen.toSorted(), patient).toEqual(['a', 'b', 'once'])
  await enqueue('singleton', { orderId: 'again' }, { once: 'k:1' })
  await expect.poll(() => seen, patient).toContain('again')
})

test('a job that was queued beside its schedule runs once, and the schedule goes on', async ({ db }) => {
  const run = vi.fn<Job['run']>().mockResolvedValue()
  const job = defineJob({ name: 'polled', payload: z.object({}), every: '* * * * *', run }) as Job
  const queue = await open(db, [job])
  for (let n = 0; n < 3; n++) await queue.enqueue('polled', {})
  await expect.poll(() => run.mock.calls.length, patient).toBeGreaterThanOrEqual(3)
  await expect.poll(() => db.$count(queuedJobs, isNull(queuedJobs.every)), patient).toBe(0)
  expect(await db.$count(queuedJobs)).toBe(1)
})

test('a job waits until it is due', async ({ db }) => {
  const { job, seen } = noting('later')
  const queue = await open(db, [job])
  await queue.enqueue('later', { orderId: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) })
  await queue.enqueue('later', { orderId: 'overdue' }, { startAfter: new Date(Date.now() - 1_000) })
  await queue.enqueue('later', { orderId: 'in a moment' }, { startAfter: new Date(Date.now() + 1_500) })
  await expect.poll(() => seen, patient).toEqual(['overdue', 'in a moment'])
  await expect.poll(() => db.$count(queuedJobs), patient).toBe(1)
})

describe('failures', () => {
  test('a failed run is retried until it succeeds', async ({ db }) => {
    const run = vi.fn<Job['run']>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue()
    const { job } = noting('flaky', { run, retryDelaySeconds: 1 })
    await begin(db, [job])
    await expect.poll(() => run.mock.calls.length, patient).toBe(2)
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ job: 'flaky', jobId: expect.any(Number), run: 1, fault: 'Error: busy' }),
      'Job failed',
    )
    expect(await listFailedJobs(db)).toEqual([])
  })

  test('a job that keeps failing is put aside, listed, and can be retried', async ({ db }) => {
    const run = vi.fn<Job['run']>().mockRejectedValueOnce(new Error('no such mailbox')).mockResolvedValue()
    const { job } = noting('hopeless', { run, retries: 0 })
    await begin(db, [job])
    await expect.poll(() => listFailedJobs(db), patient).toHaveLength(1)
    const [failed] = await listFailedJobs(db)
    expect(failed).toMatchObject({
      job: 'hopeless',
      runs: 1,
      fault: 'Error: no such mailbox',
      failedAt: expect.any(Date),
    })
    expect(await retryFailedJobs(db, { id: failed?.id ?? 0 })).toBe(1)
    await expect.poll(() => run.mock.calls.length, patient).toBe(2)
    expect(run).toHaveBeenLastCalledWith(expect.anything(), { orderId: 'A1' }, expect.any(AbortSignal))
    expect(await listFailedJobs(db)).toEqual([])
  })

  test('jobs that were put aside are retried together, all or those of one name', async ({ db }) => {
    const mayRun = { now: false }
    const run = async () => {
      if (!mayRun.now) throw new Error('away')
    }
    const jobs = ['mail-one', 'mail-other'].map((name) => noting(name, { run, retries: 0 }).job)
    const queue = await open(db, jobs)
    for (const name of ['mail-one', 'mail-one', 'mail-one', 'mail-other'])
      await queue.enqueue(name, { orderId: 'A1' })
    await expect.poll(() => listFailedJobs(db), patient).toHaveLength(4)
    mayRun.now = true
    expect(await retryFailedJobs(db, { job: 'mail-one' })).toBe(3)
    expect(await listFailedJobs(db)).toHaveLength(1)
    expect(await retryFailedJobs(db, { job: 'mail-one' })).toBe(0)
    expect(await retryFailedJobs(db, { job: 'no-such-job' })).toBe(0)
    expect(await retryFailedJobs(db, 'all')).toBe(1)
    await expect.poll(() => db.select().from(queuedJobs), patient).toEqual([])
    expect(await listFailedJobs(db)).toEqual([])
  })

  test('put-aside jobs raise an alert for each name, until none is left', async ({ db, ctx }) => {
    const { job } = noting('hopeless', { run: () => Promise.reject(new Error('away')), retries: 0 })
    const queue = await open(db, [job])
    const look = () =>
      transact({ ...ctx, now: () => new Date() }, (work) => alertOfFailedJobs(work, ['hopeless']))
    await queue.enqueue('hopeless', { orderId: 'A1' })
    await expect.poll(() => listFailedJobs(db), patient).toHaveLength(1)
    await look()
    await look()
    expect(await listOpenAlerts(db)).toMatchObject([
      { kind: 'failed_jobs', subject: 'hopeless', count: 1, detail: expect.stringContaining('1 of them') },
    ])
    await queue.enqueue('hopeless', { orderId: 'A2' })
    await expect.poll(() => listFailedJobs(db), patient).toHaveLength(2)
    await look()
    expect(await listOpenAlerts(db)).toMatchObject([
      { count: 2, detail: expect.stringContaining('2 of them') },
    ])
    await retryFailedJobs(db, 'all')
    await db.delete(queuedJobs)
    await look()
    expect(await listOpenAlerts(db)).toEqual([])
  })

  test('a job with an invalid payload is put aside without a run, and the payload is not logged', async ({
    db,
  }) => {
    const { job, seen } = noting('strict')
    const queue = await open(db, [job])
    log.error.mockClear()
    await queue.enqueue('strict', { orderId: 7, email: 'pat@example.com' })
    await expect.poll(() => listFailedJobs(db), patient).toHaveLength(1)
    expect(await listFailedJobs(db)).toMatchObject([{ fault: 'The payload does not fit the job: orderId' }])
    expect(seen).toEqual([])
    expect(JSON.stringify(log.error.mock.calls)).not.toContain('pat@')
  })

  test('an unknown job is refused at once', async ({ db }) => {
    const queue = await open(db, [])
    await expect(queue.enqueue('unheard-of', {})).rejects.toThrow('There is no job called unheard-of.')
    const { job } = noting('twin')
    await expect(open(db, [job, job])).rejects.toThrow('Two jobs have the same name.')
  })
})

test('stopping waits for running jobs', async ({ db }) => {
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let hasEnded = false
  const { job } = noting('slow', {
    async run() {
      begun.resolve()
      await mayEnd.promise
      hasEnded = true
    },
  })
  const queue = await begin(db, [job])
  await begun.promise
  const stopped = queue.stop()
  mayEnd.resolve()
  await stopped
  expect(hasEnded).toBe(true)
})

test('a run that continues when the shop stops is aborted', async ({ db }) => {
  const begun = Promise.withResolvers<void>()
  const { job } = noting('endless', {
    run: (_shop, _payload, signal) =>
      new Promise((resolve) => {
        begun.resolve()
        signal?.addEventListener('abort', () => resolve())
      }),
  })
  const queue = await begin(db, [job])
  await begun.promise
  const since = performance.now()
  await queue.stop()
  expect(performance.now() - since).toBeLessThan(8_000)
})

test('the schedules follow the code, and a run that was missed is made up for once', async ({ db }) => {
  const timetable = () =>
    db.select({ job: queuedJobs.job, every: queuedJobs.every }).from(queuedJobs).orderBy(queuedJobs.job)
  const earlier = [noting('hourly', { every: '0 * * * *' }).job, noting('gone', { every: '5 4 * * *' }).job]
  await (await open(db, earlier)).stop()
  expect(await timetable()).toHaveLength(2)
  const { job, seen } = noting('hourly', {
    every: '30 * * * *',
    payload: z.any(),
    run: async () => void seen.push('ran'),
  })
  await open(db, [job])
  expect(await timetable()).toEqual([{ job: 'hourly', every: '30 * * * *' }])
  await db.update(queuedJobs).set({ dueAt: after(new Date(), -24 * 60 * minute) })
  await open(db, [job])
  await expect.poll(() => seen, patient).toEqual(['ran'])
  const next = async () => (await db.select().from(queuedJobs))[0]?.dueAt
  await expect.poll(async () => (await next())?.getMinutes(), patient).toBe(30)
  expect((await next())?.getTime()).toBeGreaterThan(Date.now())
})

test('a job with a schedule runs again as soon as something is due, and a failed one keeps its schedule', async ({
  db,
}) => {
  const runs: number[] = []
  const soon = after(new Date(), 1_500)
  const run = async () => {
    runs.push(Date.now())
    if (runs.length === 2) throw new PutAside('It cannot be done')
  }
  const nextDue = async () => soon
  const { job } = noting('timed', { every: '0 0 1 1 *', payload: z.any(), run, nextDue })
  await db.insert(queuedJobs).values({ job: 'timed', payload: {}, every: '0 0 1 1 *' })
  await open(db, [job])
  await expect.poll(() => runs, patient).toHaveLength(2)
  expect(runs[1]).toBeGreaterThanOrEqual(soon.getTime())
  await expect
    .poll(() => listFailedJobs(db), patient)
    .toMatchObject([{ job: 'timed', fault: 'It cannot be done' }])
  expect(await db.$count(queuedJobs, isNull(queuedJobs.failedAt))).toBe(1)
})

test('a job that this version does not know holds up no other, and raises an alert', async ({ db, ctx }) => {
  const { job, seen } = noting('known')
  await enqueueIn(db)('of-another-version', {})
  await begin(db, [job])
  await expect.poll(() => seen, patient).toEqual(['A1'])
  await transact(ctx, (work) => alertOfFailedJobs(work, ['known']))
  expect(await listOpenAlerts(db)).toMatchObject([{ kind: 'failed_jobs', subject: 'of-another-version' }])
})

describe('several processes', () => {
  test('claim each job once', async ({ db }) => {
    for (let at = 0; at < 30; at++) await enqueueIn(db)('shared', { orderId: String(at) })
    const claimed = (
      await Promise.all([claim(db, ['shared']), claim(db, ['shared']), claim(db, ['shared'])])
    ).flat()
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
    const rest = [
      ...(await claim(db, ['shared'])),
      ...(await claim(db, ['shared'])),
      ...(await claim(db, ['shared'])),
    ]
    expect(claimed.length + rest.length).toBe(30)
  })

  test('a job of a process that died runs again, and its late end changes nothing', async ({ db }) => {
    await enqueueIn(db)('orphan', { orderId: 'A1' })
    const [lost] = await claim(db, ['orphan'])
    if (!lost) throw new Error('It was not claimed')
    expect(await claim(db, ['orphan'])).toEqual([])
    const later = after(new Date(), 61 * second)
    const [taken] = await claim(db, ['orphan'], later)
    expect(taken).toMatchObject({ id: lost.id, run: 2 })
    expect(await keepJobs(db, later, [lost])).toEqual(new Set())
    const done = { runs: 0, dueAt: null, fault: null, isPutAside: false }
    await claim(db, [], later, [{ ...lost, ...done }])
    expect(await db.$count(queuedJobs)).toBe(1)
    await claim(db, [], later, [{ id: lost.id, run: 2, ...done }])
    expect(await db.$count(queuedJobs)).toBe(0)
  })

  test('a job that is kept is not taken', async ({ db }) => {
    await enqueueIn(db)('kept', { orderId: 'A1' })
    const held = await claim(db, ['kept'])
    await keepJobs(db, after(new Date(), 50 * second), held)
    expect(await claim(db, ['kept'], after(new Date(), 100 * second))).toEqual([])
  })
})

describe('a job in hand', () => {
  test('is not begun again by its own process, although its time ran out while the database was away', async ({
    db,
  }) => {
    const mayEnd = Promise.withResolvers<void>()
    const run = vi.fn<Job['run']>(() => mayEnd.promise)
    const other = noting('other')
    const queue = await begin(db, [noting('lasting', { run }).job, other.job])
    await expect.poll(() => run.mock.calls.length, patient).toBe(1)
    await db.update(queuedJobs).set({ dueAt: after(new Date(), -second) })
    await queue.enqueue('other', { orderId: 'B1' })
    await expect.poll(() => other.seen, patient).toEqual(['B1'])
    expect(run).toHaveBeenCalledOnce()
    mayEnd.resolve()
    await expect.poll(() => db.$count(queuedJobs), patient).toBe(0)
  })

  test('is not taken because another process starts just before its next minute', async ({ db }) => {
    const { job } = noting('each-minute', { every: '* * * * *' })
    await writeSchedules(db, [job], new Date('2026-11-25T15:00:00Z'), 'America/New_York')
    const held = await claim(db, ['each-minute'], new Date('2026-11-25T15:01:57Z'))
    expect(held).toHaveLength(1)
    await writeSchedules(db, [job], new Date('2026-11-25T15:01:58Z'), 'America/New_York')
    expect(await claim(db, ['each-minute'], new Date('2026-11-25T15:02:00Z'))).toEqual([])
  })

  test('whose end is being recorded does not keep another process from starting', async ({ db, ctx }) => {
    const jobs = ['first', 'second'].map((name) => noting(name, { every: '* * * * *' }).job)
    const write = () => writeSchedules(db, jobs, new Date(), 'America/New_York')
    await write()
    const touch = (tx: Db, job: string) =>
      tx.update(queuedJobs).set({ runs: 0 }).where(eq(queuedJobs.job, job))
    let started: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await touch(tx, 'second')
      started = write()
      await waitingForLocks(ctx, 1)
      await touch(tx, 'first')
    })
    await started
    expect(await db.$count(queuedJobs)).toBe(2)
  })

  test('stays put aside when word that it went on comes late', async ({ db }) => {
    await enqueueIn(db)('hopeless', { orderId: 'A1' })
    const held = await claim(db, ['hopeless'])
    const end = { dueAt: null, fault: 'no such mailbox', isPutAside: true }
    await claim(
      db,
      [],
      new Date(),
      held.map(({ id, run }) => ({ id, run, runs: run, ...end })),
    )
    await keepJobs(db, new Date(), held)
    expect(await claim(db, ['hopeless'], after(new Date(), 5 * minute))).toEqual([])
  })
})

test('a run that has ended leaves nothing behind that listens to the stop of the shop', async ({ db }) => {
  const seen: AbortSignal[] = []
  const { job } = noting('brief', {
    run: async (_shop, _payload, signal) => void (signal && seen.push(signal)),
  })
  await begin(db, [job])
  await expect.poll(() => db.$count(queuedJobs), patient).toBe(0)
  expect(seen.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([])
  expect(seen).toHaveLength(1)
})

test('a fault that the database cannot store holds up no other job', async ({ db }) => {
  const run = () => Promise.reject(new Error('It answered \0 \ud800'))
  const other = noting('other')
  const queue = await begin(db, [noting('garbled', { run, retries: 0 }).job, other.job])
  await expect.poll(() => listFailedJobs(db), patient).toHaveLength(1)
  await queue.enqueue('other', { orderId: 'B1' })
  await expect.poll(() => other.seen, patient).toEqual(['B1'])
})

describe('a run that takes too long', () => {
  const limitSeconds = 0.2

  test('has failed if it ends when aborted: its work was not done', async ({ db }) => {
    const run: Job['run'] = (_shop, _payload, signal) =>
      new Promise((resolve) => signal?.addEventListener('abort', () => resolve()))
    await begin(db, [noting('slow', { run, limitSeconds, retries: 0 }).job])
    await expect
      .poll(() => listFailedJobs(db), patient)
      .toMatchObject([{ fault: 'Error: It took longer than 0.2 s.' }])
  })

  test('is not retried while it goes on, although it ignores its abort', async ({ db }) => {
    const mayEnd = Promise.withResolvers<void>()
    const run = vi.fn<Job['run']>(() => mayEnd.promise)
    const queue = await begin(db, [noting('deaf', { run, limitSeconds, retryDelaySeconds: 0.1 }).job])
    await expect.poll(() => run.mock.calls[0]?.[2]?.aborted, patient).toBe(true)
    await queue.enqueue('deaf', { orderId: 'A2' })
    await expect.poll(() => run.mock.calls.length, patient).toBe(2)
    expect(await claim(db, ['deaf'])).toEqual([])
    mayEnd.resolve()
    await expect.poll(() => run.mock.calls.length, patient).toBeGreaterThan(2)
  })
})

test('a run that cannot do its work right now is retried without an error in the log', async ({ db }) => {
  const run = vi.fn<Job['run']>().mockRejectedValueOnce(new TryLater('away')).mockResolvedValue()
  await begin(db, [noting('patient', { run, retryDelaySeconds: 0.1 }).job])
  await expect.poll(() => run.mock.calls.length, patient).toBe(2)
  expect(log.error).not.toHaveBeenCalled()
})

test('no more of one name run at once than it says', async ({ db }) => {
  const mayEnd = Promise.withResolvers<void>()
  const run = vi.fn<Job['run']>(() => mayEnd.promise)
  const other = noting('other')
  const queue = await open(db, [noting('one-by-one', { run, concurrency: 1 }).job, other.job])
  for (const orderId of ['A1', 'A2']) await queue.enqueue('one-by-one', { orderId })
  await queue.enqueue('other', { orderId: 'B1' })
  await expect.poll(() => other.seen, patient).toEqual(['B1'])
  expect(run).toHaveBeenCalledOnce()
  mayEnd.resolve()
  await expect.poll(() => run.mock.calls.length, patient).toBe(2)
})

test('a job written by a statement runs once, and never after a rollback', async ({ db }) => {
  const { job, seen } = noting('written-down')
  await open(db, [job])
  const write = (orderId: string) => sql`
    with made as (select ${orderId}::text as id)
    ${recordDueJob('written-down', sql`jsonb_build_object('orderId', id)`, sql`made`)}`
  const rolledBack = db.transaction(async (tx) => {
    await tx.execute(write('lost'))
    throw new Error('sold out')
  })
  await expect(rolledBack).rejects.toThrow('sold out')
  await db.execute(write('kept'))
  await expect.poll(() => seen, patient).toEqual(['kept'])
  await expect.poll(() => db.$count(queuedJobs, eq(queuedJobs.job, 'written-down')), patient).toBe(0)
})
