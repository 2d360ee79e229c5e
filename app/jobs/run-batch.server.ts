import type { JobResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { Shop } from '#app/http/context.server.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import type { Job } from './job.ts'
import { TryLater } from './try-later.ts'

/** A job as it came out of the queue. `retryCount` is 0 on its first run. */
export type Fetched = { id: string; data: unknown; retryCount: number }

/** Runs unless the job says otherwise. */
export const usualConcurrency = 2
/** The time one run may take unless the job says otherwise. */
export const usualLimitSeconds = 60

/** Runs some jobs of one kind, no more at once than the job allows, and tells for each how it ended. Never throws. */
export async function runBatch(
  job: Job,
  batch: readonly Fetched[],
  shop: Shop,
  log: Pick<Logger, 'error'>,
): Promise<JobResult[]> {
  const waiting = [...batch]
  const results: JobResult[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results.push(await runOne(job, next, shop, log))
  }
  await Promise.all(Array.from({ length: job.concurrency ?? usualConcurrency }, lane))
  return results
}

async function runOne(job: Job, { id, data, retryCount }: Fetched, shop: Shop, log: Pick<Logger, 'error'>) {
  const parsed = job.payload.safeParse(data)
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || '(all of it)')
    const output = { fault: `The payload does not fit the job: ${fields.join(', ')}` }
    log.error({ job: job.name, jobId: id, ...output }, 'Job put aside')
    return { id, status: 'deadletter', output } satisfies JobResult
  }
  try {
    await withinLimit(job.run(shop, parsed.data), job.limitSeconds ?? usualLimitSeconds)
    return { id, status: 'completed' } satisfies JobResult
  } catch (error) {
    const output = describeFault(error)
    if (!(error instanceof TryLater))
      log.error({ job: job.name, jobId: id, run: retryCount + 1, ...output }, 'Job failed')
    return { id, status: 'failed', output } satisfies JobResult
  }
}

/** One run that hangs must not hold up those behind it, nor make the queue repeat the whole batch. */
async function withinLimit(run: Promise<void>, limitSeconds: number) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`It took longer than ${limitSeconds} s.`)),
      limitSeconds * 1_000,
    )
  })
  try {
    await Promise.race([run, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
