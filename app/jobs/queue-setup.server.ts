import type { PgBoss } from 'pg-boss'
import { day, second } from '#app/kit/clock.ts'
import type { Job } from './job.ts'
import {
  graceSeconds,
  type FetchedJob,
  type JobContext,
  runBatch,
  defaultConcurrency,
  defaultTimeoutSeconds,
} from './run-batch.server.ts'

/**
 * The dead-letter queue, for jobs that used up their retries. No worker reads it: a person looks and may retry them.
 */
export const failedQueue = 'failed-jobs'

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
export async function openQueues(boss: PgBoss, jobs: readonly Job[], { update }: { update: boolean }) {
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

/** Writes the schedules of jobs that run at intervals, and removes obsolete ones. */
export async function scheduleJobs(boss: PgBoss, jobs: readonly Job[], timeZone: string) {
  const timed = new Map(jobs.flatMap((job) => (job.every ? [[job.name, job.every] as const] : [])))
  for (const { name } of await boss.getSchedules()) if (!timed.has(name)) await boss.unschedule(name)
  // A run that was due while the shop was down is made up for once.
  for (const [name, every] of timed) await boss.schedule(name, every, {}, { tz: timeZone, missed: 'once' })
}

/** Starts workers for every queue. Returns a function that wakes the worker of a queue. */
export async function startWorkers(
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
