import type { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'

/**
 * Work done outside a request. It runs at least once: a process may die after the work but before recording it, so
 * `run` must be safe to repeat. The order of jobs is not guaranteed. Payloads hold ids, never personal data: they stay
 * in the queue's tables.
 */
export type Job<Payload = unknown> = {
  /** Unique in the shop, in kebab-case. Also the name of its queue. */
  name: string
  /** Checked before each run. A payload that does not match is a bug, so it is not retried. */
  payload: z.ZodType<Payload>
  /** How often a failed run is retried before the job is put aside. Default 10, which takes about an hour. */
  retries?: number
  /** Seconds before the first retry; each further one waits twice as long, at most 15 minutes. Default 5. */
  retryDelaySeconds?: number
  /** Runs on this cron expression, in the shop's time zone and to the minute, with `{}` as its payload. */
  every?: string
  /** How many run at once in one process. Default 2: a rush of mail must not slow down the sale itself. */
  concurrency?: number
  /** A run that takes longer is aborted and counts as failed. In seconds, default 60. */
  limitSeconds?: number
  /**
   * `signal` aborts a run: it took too long, the shop stops, or the queue gave its job to another process. A run with
   * several steps checks it between them. It is not retried before it has ended.
   */
  run(shop: Shop, payload: Payload, signal?: AbortSignal): Promise<void>
}

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}
