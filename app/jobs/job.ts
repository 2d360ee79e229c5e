import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import { minute, second } from '#app/kit/clock.ts'

/** It runs at least once, so `run` must be safe to repeat. Payloads hold ids, never personal data: they stay in the table. */
export type Job<Payload = unknown> = {
  /** In kebab-case. */
  name: string
  /** Checked before each run. A payload that does not match is a bug, so it is not retried. */
  payload: z.ZodType<Payload>
  /** How often a failed run is retried before the job is put aside. Default 10, which takes about an hour. */
  retries?: number
  /** Seconds before the first retry; each further one waits twice as long, at most 15 minutes. Default 5. */
  retryDelaySeconds?: number
  /** Runs on this cron expression, in the shop's time zone and to the minute, with `{}` as its payload. */
  every?: string
  /** When a job with a schedule should run again, if that is sooner: it looks to the next due thing, to the second. */
  nextDue?: (shop: Shop) => Promise<Date | undefined>
  /** How many run at once in one process. Default 2: a rush of mail must not slow down the sale itself. */
  concurrency?: number
  /** A run that takes longer is aborted and counts as failed. In seconds, default 60. */
  limitSeconds?: number
  /** `signal` aborts a run; one with several steps checks it between them. It is not retried before it has ended. */
  run(shop: Shop, payload: Payload, signal?: AbortSignal): Promise<void>
}

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}

/** A job that works off due items until none are left, every minute and when notified. */
export function pollingJob(
  name: string,
  workOff: (shop: Shop, signal?: AbortSignal) => Promise<number>,
  more: Pick<Job, 'nextDue'> = {},
) {
  return defineJob({
    name,
    payload: z.object({}),
    every: '* * * * *',
    ...more,
    async run(shop, _payload, signal) {
      let found = 1
      while (found > 0) found = signal?.aborted ? 0 : await workOff(shop, signal)
    },
  })
}

/** Twice as long after each failure, at most 15 minutes. */
export function retryMs(failures: number, firstSeconds = 5): number {
  return Math.min(firstSeconds * second * 2 ** Math.min(failures - 1, 20), 15 * minute)
}

/** Thrown by a run that no further try can help. The job is put aside at once, where staff see it and may retry it. */
export class PutAside extends Error {
  override name = 'PutAside'
}

/** For a reason that passes by itself. Retried like any failed run, and not logged: the reason was logged where it arose. */
export class TryLater extends Error {
  override name = 'TryLater'
}
