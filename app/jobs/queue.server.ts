import { randomUUID } from 'node:crypto'
import { PgBoss, type SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { connectionLimits, type Db, type DbLimits } from '#app/db/db.server.ts'
import type { Enqueue } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { minute, second } from '#app/kit/clock.ts'
import { type Alarm, createAlarm } from './alarm.server.ts'
import { type Doorbell, openDoorbell } from './doorbell.server.ts'
import { findDueJob, enqueueDueJobs } from './due-jobs.server.ts'
import type { Job } from './job.ts'
import { failedQueue, openQueues, scheduleJobs, startWorkers } from './queue-setup.server.ts'
import { preparedSender } from './send-in.server.ts'
import { TryLater } from './try-later.ts'

export { defineJob, type Job } from './job.ts'

/** What the queue runs on. */
export type QueueSettings = {
  connectionString: string
  jobs: readonly Job[]
  /** Handed to every run, with this queue as its `enqueueIn`. */
  shop: Omit<Shop, 'enqueueIn'>
  log: Pick<Logger, 'error' | 'warn'>
  /** Whether this process runs jobs. One that does not can still queue them. */
  worker: boolean
}

/** A job that failed every time and was put aside for a person to look at. */
type FailedJob = {
  id: string
  job: string
  queuedAt: Date
  failedAt: Date
  runs: number
  fault: string
}

/** Some of the jobs that were put aside. */
type FailedJobs = { id: string } | { job: string } | 'all'

/** The open queue. */
export type Queue = {
  /**
   * Queues inside a transaction. With `once`, at most one job of that name and key waits at a time; a running one does
   * not count, since it may have looked already, and the first one's `startAfter` stands. Two transactions that queue
   * the same key wait for each other, so a key that every purchase would share does not belong into a purchase.
   */
  enqueueIn: (tx: Db) => Enqueue
  /** Queues at once, outside any transaction. */
  enqueue: Enqueue
  /** The jobs put aside, latest first. */
  listFailed: () => Promise<FailedJob[]>
  /** Puts jobs that were put aside back into their queues: one, those of one name, or all. Answers how many went. */
  retryFailed: (which: FailedJobs) => Promise<number>
  /** Begins to stop: looks for no more work, and a moment later tells what still runs to end. Queueing still works. */
  windDown: () => Promise<void>
  /** Takes no more jobs and waits up to ten seconds for the running ones; what is left then is run again later. */
  stop: () => Promise<void>
}

/** How often jobs that statements wrote down are looked for. */
const lookEveryMs = second

/** What the queue asks for itself: it also keeps its own house, and nobody waits for it. */
const jobLimits: DbLimits = {
  connectMs: 10 * second,
  statementMs: minute,
  lockMs: 15 * second,
  idleInTransactionMs: 30 * second,
  silenceMs: 70 * second,
}

/** Most runs end by themselves within this time after the shop has begun to stop. The rest is told to. */
const windDownMs = 3 * second

/** How long running jobs may take to finish when the shop stops. */
const stopLimitMs = 10_000

/**
 * Opens the job queue in the shop's database, in a schema of its own. The database is asked for work at intervals:
 * a NOTIFY with each queued job would make PostgreSQL commit the transactions of a rush one after the other.
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

  const known = new Set(jobs.map((job) => job.name))
  if (known.size < jobs.length) throw new Error('Two jobs have the same name.')

  const sendIn = preparedSender()
  async function send(db: SendOptions['db'], ...[job, payload, options]: Parameters<Enqueue>) {
    if (!known.has(job)) throw new Error(`There is no job called ${job}.`)
    await boss.send(job, payload, {
      // Every queue lets one job per key wait: one that may wait beside others gets a key of its own.
      singletonKey: options?.once ?? randomUUID(),
      ...(options?.startAfter && { startAfter: options.startAfter }),
      ...(db && { db }),
    })
  }
  const handOn = () =>
    shop.db.transaction((tx) => {
      const db = sendIn(tx)
      return enqueueDueJobs(tx, async (job, payloads) => {
        // Every queue lets one job per key wait: each of these gets a key of its own.
        const waiting = payloads.map((data) => ({ data, singletonKey: randomUUID() }))
        await boss.insert(job, waiting, { db })
      })
    })
  const stopping = new AbortController()
  let windingDown: NodeJS.Timeout | undefined
  let alarm: Alarm | undefined
  let doorbell: Doorbell | undefined
  const queue: Queue = {
    enqueueIn: (tx) => {
      const db = sendIn(tx)
      return (...args) => send(db, ...args)
    },
    enqueue: (...args) => send(undefined, ...args),
    listFailed: () => listFailed(boss),
    retryFailed: (which) => retryFailed(boss, which),
    async windDown() {
      windingDown ??= setTimeout(() => stopping.abort(new TryLater('The shop stops.')), windDownMs)
      windingDown.unref()
      await Promise.all([alarm?.stop(), doorbell?.stop()])
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
      const ctx = { shop: { ...shop, enqueueIn: queue.enqueueIn }, log, stopping: stopping.signal }
      const ring = await startWorkers(boss, jobs, ctx)
      doorbell = openDoorbell({ db: shop.db, queues: [...known], ring, log })
      alarm = createAlarm({
        nextDue: () => findDueJob(shop.db),
        ring: handOn,
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

/** Moves them in portions: each is one statement. */
async function retryFailed(boss: PgBoss, which: FailedJobs): Promise<number> {
  const filter = which === 'all' ? {} : 'id' in which ? { ids: [which.id] } : { sourceName: which.job }
  let moved = 0
  for (;;) {
    const more = await boss.redrive(failedQueue, filter)
    moved += more
    if (more === 0) return moved
  }
}

/** Our own runs note a `fault`; the queue itself notes a `message`, for example when a process died. */
function faultOf(output: object | null): string {
  const words =
    output && ('fault' in output ? output.fault : 'message' in output ? output.message : undefined)
  return typeof words === 'string' ? words : 'No reason was noted.'
}
