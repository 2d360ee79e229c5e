import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionLimits, type Db, type DbLimits } from '#app/db/db.server.ts'
import type { Enqueue } from '#app/db/work.server.ts'
import { type Shop, withQueue } from '#app/http/context.server.ts'
import { minute, second, day } from '#app/kit/clock.ts'
import { type Scheduler, createScheduler } from './scheduler.server.ts'
import { enqueueIn, findDueJob, listUnknownJobs, takeDueJobs } from './due-jobs.server.ts'
import type { FailedJob } from './failed-jobs.server.ts'
import type { Job } from './job.ts'
import { TryLater } from './try-later.ts'
import {
  graceSeconds,
  type FetchedJob,
  type JobContext,
  runBatch,
  defaultConcurrency,
  defaultTimeoutSeconds,
} from './run-batch.server.ts'

export type QueueSettings = {
  connectionString: string
  jobs: readonly Job[]
  shop: Omit<Shop, 'enqueueIn'>
  log: Pick<Logger, 'error' | 'warn'>
  /** Whether this process runs jobs. Other processes can still queue them. */
  worker: boolean
}

type FailedJobs = { id: string } | { job: string } | 'all'

export type Queue = {
  /**
   * Queues a job inside a transaction. With `once`, at most one job of that name and key waits in the queue; a running
   * one does not count, because it may have read its data already.
   */
  enqueueIn: (tx: Db) => Enqueue
  /**
   * Queues a job outside any transaction. The worker's own process starts it at once, another one within half a second.
   */
  enqueue: Enqueue
  /** The jobs put aside, latest first. */
  listFailed: () => Promise<FailedJob[]>
  retryFailed: (which: FailedJobs) => Promise<number>
  /** Begins to stop: fetches no more work, and a moment later aborts what still runs. Queueing still works. */
  windDown: () => Promise<void>
  /** Fetches no more jobs and waits up to ten seconds for the running ones; unfinished ones run again later. */
  stop: () => Promise<void>
}

/**
 * How often the worker looks for jobs that other processes and open transactions wrote. A person may be waiting for an
 * email.
 */
const lookEveryMs = second / 2

const jobLimits: DbLimits = {
  connectMs: 10 * second,
  statementMs: minute,
  lockMs: 15 * second,
  idleInTransactionMs: 30 * second,
  silenceMs: 70 * second,
}

/** Most runs end by themselves within this time after the shop begins to stop. The rest is aborted. */
const drainMs = 3 * second

const stopLimitMs = 10_000

/**
 * Opens the job queue in the shop's database, in its own schema. Jobs are first written into `due_jobs`, which the
 * worker polls: a NOTIFY with each job would make PostgreSQL commit concurrent transactions one after the other. The
 * worker moves them into the queue and wakes their workers.
 */
export async function startQueue({
  connectionString,
  jobs,
  shop,
  log,
  worker,
}: QueueSettings): Promise<Queue> {
  const boss = new PgBoss({
    connectionString,
    schema: 'pgboss',
    application_name: 'paco jobs',
    max: 3,
    ...connectionLimits(jobLimits),
    supervise: worker,
    schedule: worker,
    monitorIntervalSeconds: 30,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The job queue met an error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'The job queue warns'))

  const names = jobs.map((job) => job.name)
  const known = new Set(names)
  if (known.size < jobs.length) throw new Error('Two jobs have the same name.')

  const enqueue = (tx: Db): Enqueue => {
    const insert = enqueueIn(tx)
    return async (job, ...args) => {
      if (!known.has(job)) throw new Error(`There is no job called ${job}.`)
      await insert(job, ...args)
    }
  }
  const stopping = new AbortController()
  let windingDown: NodeJS.Timeout | undefined
  let scheduler: Scheduler | undefined
  let wake: ((job: string) => void) | undefined
  const queue: Queue = {
    enqueueIn: enqueue,
    async enqueue(...args) {
      await enqueue(shop.db)(...args)
      scheduler?.reschedule()
    },
    async listFailed() {
      // The operator's process has only the names that its commands queue: there every queue counts as known.
      const queues = worker ? [] : (await boss.getQueues()).map(({ name }) => name)
      const unknown = await listUnknownJobs(shop.db, [...names, ...queues])
      return [...unknown.map(unknownJob), ...(await listFailed(boss))]
    },
    async retryFailed(which) {
      const moved = await retryFailed(boss, which)
      for (const job of known) wake?.(job)
      return moved
    },
    async windDown() {
      windingDown ??= setTimeout(() => stopping.abort(new TryLater('The shop stops.')), drainMs)
      windingDown.unref()
      await scheduler?.stop()
    },
    async stop() {
      await queue.windDown()
      await boss.stop({ graceful: true, timeout: stopLimitMs })
      clearTimeout(windingDown)
    },
  }

  try {
    await boss.start()
    await openQueues(boss, jobs, { update: worker })
    if (worker) {
      await scheduleJobs(boss, jobs, shop.timeZone)
      const ctx = { shop: withQueue(shop, queue.enqueueIn), log, stopping: stopping.signal }
      wake = await startWorkers(boss, jobs, ctx)
      scheduler = createScheduler({
        nextDue: () => findDueJob(shop.db, names),
        startWork: async () => {
          for (const job of await moveDueJobs(boss, shop, names)) wake?.(job)
        },
        maxWaitMs: lookEveryMs,
        now: shop.now,
        log,
      })
    }
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return queue
}

async function moveDueJobs(
  boss: PgBoss,
  { db, now }: Pick<Shop, 'db' | 'now'>,
  names: readonly string[],
): Promise<Iterable<string>> {
  const due = await db.transaction(async (tx) => {
    const taken = await takeDueJobs(tx, now(), names)
    const inTransaction = { db: fromDrizzle(tx, sql) }
    for (const [job, rows] of taken)
      await boss.insert(
        job,
        // Every queue has at most one waiting job per key; a job without a key gets a unique one.
        rows.map(({ payload, onceKey }) => ({ data: payload, singletonKey: onceKey ?? randomUUID() })),
        inTransaction,
      )
    return taken
  })
  return due.keys()
}

const unknownJob = (job: string): FailedJob => ({
  id: `unknown ${job}`,
  job,
  queuedAt: new Date(0),
  failedAt: new Date(0),
  runs: 0,
  fault: 'This version of the shop has no job of this name. It waits for one that does.',
})

async function listFailed(boss: PgBoss): Promise<FailedJob[]> {
  const found = await boss.findJobs(failedQueue, { queued: true })
  return found
    .map(({ id, sourceName, sourceCreatedOn, createdOn, sourceRetryCount, sourceOutput }) => ({
      id,
      job: sourceName ?? 'unknown',
      queuedAt: sourceCreatedOn ?? createdOn,
      failedAt: createdOn,
      runs: (sourceRetryCount ?? 0) + 1,
      fault: faultOf(sourceOutput),
    }))
    .toSorted((one, other) => other.failedAt.getTime() - one.failedAt.getTime())
}

async function retryFailed(boss: PgBoss, which: FailedJobs): Promise<number> {
  const filter = which === 'all' ? {} : 'id' in which ? { ids: [which.id] } : { sourceName: which.job }
  let moved = 0
  for (;;) {
    const more = await boss.redrive(failedQueue, filter)
    moved += more
    if (more === 0) return moved
  }
}

/** Our own runs store a `fault`; the queue itself stores a `message`, for example when a process died. */
function faultOf(output: object | null): string {
  const words =
    output && ('fault' in output ? output.fault : 'message' in output ? output.message : undefined)
  return typeof words === 'string' ? words : 'No reason was noted.'
}

/**
 * The dead-letter queue, for jobs that used up their retries. No worker reads it: a person looks and may retry them.
 */
const failedQueue = 'failed-jobs'

/** The maximum of jobs each lane of a batch fetches, so that a fetched job starts soon. */
const concurrencyPerQueue = 2

/**
 * How often each worker polls by itself, in seconds. It is also woken for new jobs and due retries; polling finds
 * scheduled jobs and those of a process that died.
 */
const pollSeconds = { timed: 15, other: 30 }

const daySeconds = day / 1_000

/**
 * Creates the queues of new jobs. With `update`, known queues get the settings in the code: only the worker does that,
 * because it has the complete definitions. Other processes may know only the names.
 */
async function openQueues(boss: PgBoss, jobs: readonly Job[], { update }: { update: boolean }) {
  const open = new Set((await boss.getQueues()).map((queue) => queue.name))
  if (!open.has(failedQueue)) await boss.createQueue(failedQueue, { retentionSeconds: 90 * daySeconds })
  await Promise.all(
    jobs.map(async (job) => {
      if (!open.has(job.name))
        await boss.createQueue(job.name, { ...settingsOf(job), policy: 'short', deadLetter: failedQueue })
      else if (update) await boss.updateQueue(job.name, settingsOf(job))
    }),
  )
}

async function scheduleJobs(boss: PgBoss, jobs: readonly Job[], timeZone: string) {
  const timed = new Map(jobs.flatMap((job) => (job.every ? [[job.name, job.every] as const] : [])))
  for (const { name } of await boss.getSchedules()) if (!timed.has(name)) await boss.unschedule(name)
  // A run that was due while the shop was down is made up for once.
  for (const [name, every] of timed) await boss.schedule(name, every, {}, { tz: timeZone, missed: 'once' })
}

async function startWorkers(
  boss: PgBoss,
  jobs: readonly Job[],
  ctx: JobContext,
): Promise<(queue: string) => void> {
  const workers = new Map<string, string>()
  const wake = (queue: string) => {
    const worker = workers.get(queue)
    if (worker) boss.notifyWorker(worker)
  }
  for (const job of jobs) {
    const worker = await boss.work(
      job.name,
      {
        pollingIntervalSeconds: job.every ? pollSeconds.timed : pollSeconds.other,
        batchSize: (job.concurrency ?? defaultConcurrency) * concurrencyPerQueue,
        burstWhenBatchFull: true,
        perJobResults: true,
      },
      async (batch: FetchedJob[]) => {
        const results = await runBatch(job, batch, ctx)
        const failed = new Set(results.flatMap(({ id, status }) => (status === 'failed' ? [id] : [])))
        for (const { id, retryCount } of batch)
          if (failed.has(id)) setTimeout(wake, longestRetryMs(job, retryCount), job.name).unref()
        return results
      },
    )
    workers.set(job.name, worker)
  }
  return wake
}

const maxRetryDelaySeconds = 15 * 60

/**
 * The latest time, in milliseconds, after which a failed job may run again: the queue waits between half of this and
 * all of it.
 */
function longestRetryMs(job: Job, retryCount: number): number {
  return Math.min(retryDelaySeconds(job) * 2 ** (retryCount + 1), maxRetryDelaySeconds) * second
}

const retryDelaySeconds = (job: Job) => job.retryDelaySeconds ?? 5

function settingsOf(job: Job) {
  return {
    retryLimit: job.retries ?? 10,
    retryDelay: retryDelaySeconds(job),
    retryBackoff: true,
    retryDelayMax: maxRetryDelaySeconds,
    // `runBatch` limits each run; this is the safety net for the whole batch.
    expireInSeconds: ((job.limitSeconds ?? defaultTimeoutSeconds) + graceSeconds) * concurrencyPerQueue + 30,
    // A process that died is noticed after about a minute, and its jobs run again.
    heartbeatSeconds: 30,
    deleteAfterSeconds: daySeconds,
    retentionSeconds: 90 * daySeconds,
  }
}
