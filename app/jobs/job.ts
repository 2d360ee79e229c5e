import type { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'

/**
 * Work done outside a request. It runs at least once: a process may die between the work and the note that it is
 * done, so `run` must be safe to repeat. In which order jobs run is not promised. Payloads hold ids, never personal
 * data: they stay in the queue's tables.
 */
export type Job<Payload = unknown> = {
  /** Unique in the shop, in kebab-case. Also the name of its queue. */
  name: string
  /** Checked before each run. A payload that does not fit is a bug, so it is not tried again. */
  payload: z.ZodType<Payload>
  /** How often a failed run is repeated before the job is put aside. 10 unless told, which takes about an hour. */
  retries?: number
  /** Seconds before the first repetition; each further one waits twice as long, at most 15 minutes. 5 unless told. */
  retryDelaySeconds?: number
  /** Runs on this cron expression, in the shop's time zone and to the minute, with `{}` as its payload. */
  every?: string
  /** How many run at once in one process. 2 unless told: a rush of mail must not slow the rush itself down. */
  concurrency?: number
  /** A run that takes longer is told to end, and has failed. In seconds; 60 unless told. */
  limitSeconds?: number
  /**
   * `signal` tells a run to end: it took too long, the shop stops, or the queue has given its job away. A run that does
   * several things looks at it between them. Until it has ended it is not repeated.
   */
  run(shop: Shop, payload: Payload, signal?: AbortSignal): Promise<void>
}

/** Declares a job. `run` gets the type of its payload from the schema. */
export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}
