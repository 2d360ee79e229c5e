import type { JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { Shop } from '#app/http/context.server.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import type { Job } from './job.ts'
import { PutAside } from './put-aside.ts'
import { TryLater } from './try-later.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'

/** A job as fetched from the queue. `retryCount` is 0 on its first run; `signal` aborts when its claim ends. */
export type FetchedJob = { id: string; data: unknown; retryCount: number; signal?: AbortSignal }

export type JobContext = { shop: Shop; log: Pick<Logger, 'error'>; stopping: AbortSignal }

export const defaultConcurrency = 2
export const defaultTimeoutSeconds = 60

/** How long a run may take to end after it was aborted. Then it is abandoned, and not retried while it still runs. */
export const graceSeconds = 15

export async function runBatch(
  job: Job,
  batch: readonly FetchedJob[],
  ctx: JobContext,
): Promise<JobResult[]> {
  const waiting = [...batch]
  const results: JobResult[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runOne(job, next, ctx))
  }
  await Promise.all(Array.from({ length: job.concurrency ?? defaultConcurrency }, lane))
  return results
}

async function runOne(job: Job, fetched: FetchedJob, ctx: JobContext): Promise<JobResult> {
  const { id, data, retryCount } = fetched
  const { log } = ctx
  const parsed = job.payload.safeParse(data)
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(all of it)')
    const output = { fault: `The payload does not fit the job: ${fields.join(', ')}` }
    log.error({ job: job.name, jobId: id, ...output }, 'Job put aside')
    return { id, status: 'deadletter', output }
  }
  try {
    await runWithTimeout(job, parsed.data, fetched, ctx)
    return { id, status: 'completed' }
  } catch (error) {
    const output = describeFault(error)
    if (error instanceof PutAside) {
      log.error({ job: job.name, jobId: id, run: retryCount + 1, ...output }, 'Job put aside')
      return { id, status: 'deadletter', output }
    }
    if (!(error instanceof TryLater))
      log.error({ job: job.name, jobId: id, run: retryCount + 1, ...output }, 'Job failed')
    return { id, status: 'failed', output }
  }
}

/**
 * Runs a job and waits for its end, also when it takes too long: the queue retries a job as soon as it is reported as
 * failed, and two runs of one refund must not overlap. A run that ignores its abort must not block the jobs behind it:
 * it is abandoned, and marked so that no process starts it again meanwhile.
 */
async function runWithTimeout(
  job: Job,
  payload: unknown,
  fetched: FetchedJob,
  { shop, log, stopping }: JobContext,
) {
  // Interval jobs all do the same work, whichever run it is.
  const key = job.every ? job.name : fetched.id
  const mayOverlap = fetched.retryCount > 0 || job.every !== undefined
  if (mayOverlap && (await isOverrunning(shop.db, key)))
    throw new TryLater('An earlier run of it is still going on.')

  const limitSeconds = job.limitSeconds ?? defaultTimeoutSeconds
  const tooLong = new AbortController()
  const timer = setTimeout(
    () => tooLong.abort(new Error(`It took longer than ${limitSeconds} s.`)),
    limitSeconds * 1_000,
  )
  const signal = AbortSignal.any([tooLong.signal, stopping, ...(fetched.signal ? [fetched.signal] : [])])
  const run = job.run(shop, payload, signal)
  try {
    if (await finishesInTime(run, signal)) return await run.then(() => signal.throwIfAborted())
    log.error({ job: job.name, jobId: fetched.id }, 'A run does not end although it was told to')
    await markOverrun(shop.db, key, run)
    throw signal.reason
  } finally {
    clearTimeout(timer)
  }
}

async function finishesInTime(run: Promise<void>, signal: AbortSignal): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const outOfPatience = new Promise<false>((resolve) => {
    const begin = () => {
      timer = setTimeout(() => resolve(false), graceSeconds * 1_000)
    }
    if (signal.aborted) begin()
    else signal.addEventListener('abort', begin, { once: true })
  })
  const ended = run.then(
    () => true,
    () => true,
  )
  try {
    return await Promise.race([ended, outOfPatience])
  } finally {
    clearTimeout(timer)
  }
}

const lockOf = (key: string) => sql`hashtextextended(${`overrun ${key}`}, 0)`

/**
 * Marks work as still running, for all processes, as long as the run takes. Resolves once the mark is set. The mark
 * ends with its connection: a process that dies leaves none behind.
 */
async function markOverrun(db: Db, key: string, run: Promise<unknown>): Promise<void> {
  const marked = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(key)})`)
    marked.resolve()
    await run.catch(() => {}) // it has been counted as failed already
  })
  holding.catch(() => {}).finally(marked.resolve) // without a database nothing can be retried either
  await marked.promise
}

async function isOverrunning(db: Db, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockOf(key)}) as free`,
  )
  return rows[0]?.free !== true
}
