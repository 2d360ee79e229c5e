import { sql } from 'drizzle-orm'
import { describe, expect, inject, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { alertOfFailedJobs } from './failed-jobs.server.ts'
import { findDueJob, recordDueJob } from './due-jobs.server.ts'
import { defineJob, type Job } from './job.ts'
import { type Queue, startQueue } from './queue.server.ts'

const payload = z.object({ orderId: z.string() })
const log = { error: vi.fn(), warn: vi.fn() }

// Other processes' jobs are polled for twice a second; a busy machine may take longer.
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
  return { job, seen }
}

async function open(db: Db, jobs: Job[], worker = true): Promise<Queue> {
  const found = await db.execute<{ name: string }>(sql`select current_database() as name`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${found.rows[0]?.name}`
  const shop = { db, now: () => new Date(), timeZone: 'America/New_York' } as unknown as Shop
  const queue = await startQueue({ connectionString: url.href, jobs, shop, log, worker })
  onTestFinished(() => queue.stop())
  return queue
}

const waitingOf = (db: Db) =>
  db
    .execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pgboss.job where state < 'completed' and name in ('mail-one', 'mail-other')`,
    )
    .then(({ rows }) => rows[0]?.waiting)

test('a rolled-back transaction queues nothing, a committed one runs once', async ({ db, ctx }) => {
  const { job, seen } = noting('commit-or-not')
  const queue = await open(db, [job])
  const shop: TestContext = { ...ctx, enqueueIn: queue.enqueueIn }
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

test('a run may queue further jobs in its own transaction', async ({ db, ctx }) => {
  const follower = noting('follower')
  const leader = noting('leader', {
    run: (shop, { orderId }) =>
      transact({ ...ctx, enqueueIn: shop.enqueueIn }, ({ enqueue }) => enqueue('follower', { orderId })),
  })
  const queue = await open(db, [leader.job, follower.job])
  await queue.enqueue('leader', { orderId: 'A1' })
  await expect.poll(() => follower.seen, patient).toEqual(['A1'])
})

test('at most one job per key waits; jobs without a key are not limited', async ({ db }) => {
  const { job, seen } = noting('singleton')
  const idle = await open(db, [job], false)
  await Promise.all(
    Array.from({ length: 20 }, () => idle.enqueue('singleton', { orderId: 'once' }, { once: 'k:1' })),
  )
  for (const orderId of ['a', 'b']) await idle.enqueue('singleton', { orderId })
  await open(db, [job])
  await expect.poll(() => seen.toSorted(), patient).toEqual(['a', 'b', 'once'])
  await idle.enqueue('singleton', { orderId: 'again' }, { once: 'k:1' })
  await expect.poll(() => seen, patient).toContain('again')
})

test('a job waits until it is due', async ({ db }) => {
  const { job, seen } = noting('later')
  const queue = await open(db, [job])
  await queue.enqueue('later', { orderId: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) })
  await queue.enqueue('later', { orderId: 'overdue' }, { startAfter: new Date(Date.now() - 1_000) })
  await queue.enqueue('later', { orderId: 'in a moment' }, { startAfter: new Date(Date.now() + 1_500) })
  await expect.poll(() => seen, patient).toEqual(['overdue', 'in a moment'])
  expect((await findDueJob(db))?.getTime()).toBeGreaterThan(Date.now() + 80_000_000)
})

describe('failures', () => {
  test('a failed run is retried until it succeeds', async ({ db }) => {
    const run = vi.fn<Job['run']>().mockRejectedValueOnce(new Error('busy')).mockResolvedValue()
    const { job } = noting('flaky', { run, retryDelaySeconds: 1 })
    const queue = await open(db, [job])
    await queue.enqueue('flaky', { orderId: 'A1' })
    await expect.poll(() => run.mock.calls.length, patient).toBe(2)
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ job: 'flaky', jobId: expect.any(String), run: 1, fault: 'Error: busy' }),
      'Job failed',
    )
    expect(await queue.listFailed()).toEqual([])
  })

  test('a job that keeps failing is put aside, listed, and can be retried', async ({ db }) => {
    const run = vi.fn<Job['run']>().mockRejectedValueOnce(new Error('no such mailbox')).mockResolvedValue()
    const { job } = noting('hopeless', { run, retries: 0 })
    const queue = await open(db, [job])
    await queue.enqueue('hopeless', { orderId: 'A1' })
    await expect.poll(() => queue.listFailed(), patient).toHaveLength(1)
    const [failed] = await queue.listFailed()
    expect(failed).toMatchObject({
      job: 'hopeless',
      runs: 1,
      fault: 'Error: no such mailbox',
      failedAt: expect.any(Date),
    })
    expect(await queue.retryFailed({ id: failed?.id ?? '' })).toBe(1)
    await expect.poll(() => run.mock.calls.length, patient).toBe(2)
    expect(run).toHaveBeenLastCalledWith(expect.anything(), { orderId: 'A1' }, expect.any(AbortSignal))
    expect(await queue.listFailed()).toEqual([])
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
    await expect.poll(() => queue.listFailed(), patient).toHaveLength(4)
    mayRun.now = true
    expect(await queue.retryFailed({ job: 'mail-one' })).toBe(3)
    expect(await queue.listFailed()).toHaveLength(1)
    expect(await queue.retryFailed({ job: 'mail-one' })).toBe(0)
    expect(await queue.retryFailed({ job: 'no-such-job' })).toBe(0)
    expect(await queue.retryFailed('all')).toBe(1)
    await expect.poll(() => waitingOf(db), patient).toBe(0)
    expect(await queue.listFailed()).toEqual([])
  })

  test('put-aside jobs raise an alert for each name, until none is left', async ({ db, ctx }) => {
    const { job } = noting('hopeless', { run: () => Promise.reject(new Error('away')), retries: 0 })
    const queue = await open(db, [job])
    const look = async () => {
      const failed = await queue.listFailed()
      await transact({ ...ctx, now: () => new Date() }, (work) => alertOfFailedJobs(work, failed))
    }
    await queue.enqueue('hopeless', { orderId: 'A1' })
    await expect.poll(() => queue.listFailed(), patient).toHaveLength(1)
    await look()
    await look()
    expect(await listOpenAlerts(db)).toMatchObject([
      { kind: 'failed_jobs', subject: 'hopeless', count: 1, detail: expect.stringContaining('1 of them') },
    ])
    await queue.enqueue('hopeless', { orderId: 'A2' })
    await expect.poll(() => queue.listFailed(), patient).toHaveLength(2)
    await look()
    expect(await listOpenAlerts(db)).toMatchObject([
      { count: 2, detail: expect.stringContaining('2 of them') },
    ])
    await db.execute(sql`delete from pgboss.job where name = 'failed-jobs'`)
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
    await expect.poll(() => queue.listFailed(), patient).toHaveLength(1)
    expect(await queue.listFailed()).toMatchObject([{ fault: 'The payload does not fit the job: orderId' }])
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
  const queue = await open(db, [job])
  await queue.enqueue('slow', { orderId: 'A1' })
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
  const queue = await open(db, [job])
  await queue.enqueue('endless', { orderId: 'A1' })
  await begun.promise
  const since = performance.now()
  await queue.stop()
  expect(performance.now() - since).toBeLessThan(8_000)
})

test('a process that knows only the name of a job does not change its settings', async ({ db }) => {
  const settings = () =>
    db
      .execute(sql`select retry_limit, expire_seconds from pgboss.queue where name = 'patient'`)
      .then(({ rows }) => rows[0])
  const own = noting('patient', { retries: 200, limitSeconds: 600 }).job
  await open(db, [own])
  const before = await settings()
  await open(db, [noting('patient').job], false)
  expect(await settings()).toEqual(before)
  await open(db, [noting('patient', { retries: 3 }).job])
  expect(await settings()).toMatchObject({ retry_limit: 3 })
})

test('the schedules follow the code', async ({ db }) => {
  const timetable = () =>
    db.execute(sql`select name, cron, timezone from pgboss.schedule order by name`).then(({ rows }) => rows)
  await open(db, [noting('hourly', { every: '0 * * * *' }).job, noting('gone', { every: '5 4 * * *' }).job])
  expect(await timetable()).toHaveLength(2)
  await open(db, [noting('hourly', { every: '30 * * * *' }).job])
  expect(await timetable()).toEqual([{ name: 'hourly', cron: '30 * * * *', timezone: 'America/New_York' }])
})

test('a job that this version does not know holds up no other, and is listed', async ({ db }) => {
  const { job, seen } = noting('known')
  await db.execute(sql`insert into due_jobs (job, payload) values ('of-another-version', '{}')`)
  const queue = await open(db, [job])
  await queue.enqueue('known', { orderId: 'A1' })
  await expect.poll(() => seen, patient).toEqual(['A1'])
  expect(await queue.listFailed()).toContainEqual(
    expect.objectContaining({ job: 'of-another-version', runs: 0 }),
  )
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
  expect(await findDueJob(db)).toBeUndefined()
})
