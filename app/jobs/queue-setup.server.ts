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

/** Where jobs go that failed every time. Nothing works on it: a person looks, and sends them back or not. */
export const failedQueue = 'failed-jobs'

/** Each lane of a batch takes at most this many jobs, so that a job fetched is a job about to run. */
const concurrencyPerQueue = 2

/**
 * How often each worker looks by itself, in seconds. It is woken when a job comes and when one that failed may run again;
 * looking finds what the timetable brought, and what a process that died has left.
 */
const pollSeconds = { timed: 15, other: 30 }

const daySeconds = day / 1_000

/**
 * Makes the queues of new jobs. With `update`, brings those of known jobs to what the code says now: that is the
 * worker's task, who has their whole definitions. Others may know no more than their names.
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

/** Writes the timetable of the jobs that run at intervals, and strikes out those that no longer do. */
export async function scheduleJobs(boss: PgBoss, jobs: readonly Job[], timeZone: string) {
  const timed = new Map(jobs.flatMap((job) => (job.every ? [[job.name, job.every] as const] : [])))
  for (const { name } of await boss.getSchedules()) if (!timed.has(name)) await boss.unschedule(name)
  // A run that fell into the time the shop was down is made up for, once.
  for (const [name, every] of timed) await boss.schedule(name, every, {}, { tz: timeZone, missed: 'once' })
}

/** Starts to take jobs out of every queue. Returns what wakes the worker of a queue, which otherwise looks seldom. */
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

/** After how many milliseconds a failed job may run again at the latest: the queue waits between half of this and all of it. */
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
    // Runs are limited one by one in `runBatch`; this is the net beneath it, for the whole batch.
    expireInSeconds: ((job.limitSeconds ?? defaultTimeoutSeconds) + graceSeconds) * concurrencyPerQueue + 30,
    // A process that died is noticed after about a minute, and its jobs run again.
    heartbeatSeconds: 30,
    deleteAfterSeconds: daySeconds,
    retentionSeconds: 90 * daySeconds,
  }
}
