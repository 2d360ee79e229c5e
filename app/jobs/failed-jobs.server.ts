import { z } from 'zod'
import { clearAlert, listOpenAlerts, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { defineJob, type Job } from './job.ts'

/** A job that used up its retries and was put aside for a person to look at. */
export type FailedJob = {
  id: string
  job: string
  queuedAt: Date
  failedAt: Date
  runs: number
  fault: string
}

/** Looks every minute for jobs that were put aside after all their retries failed, whatever the reason. */
export function watchFailedJobs(listFailed: () => Promise<FailedJob[]>): Job {
  return defineJob({
    name: 'watch-failed-jobs',
    payload: z.object({}),
    every: '* * * * *',
    async run(shop) {
      const failed = await listFailed()
      await transact(shop, (work) => alertOfFailedJobs(work, failed))
    },
  })
}

/**
 * Raises an alert for each job name with put-aside runs, again when there are more, and clears it when none is left.
 */
export async function alertOfFailedJobs(work: UnitOfWork, failed: readonly FailedJob[]): Promise<void> {
  const byJob = Map.groupBy(failed, ({ job }) => job)
  const open = (await listOpenAlerts(work.tx)).filter(({ kind }) => kind === 'failed_jobs')
  for (const [job, runs] of byJob) {
    const seenAt = open.find(({ subject }) => subject === job)?.seenAt
    if (seenAt && runs.every(({ failedAt }) => failedAt <= seenAt)) continue
    await raiseAlert(work, {
      kind: 'failed_jobs',
      subject: job,
      detail: `${runs.length} of them wait. Once the reason is gone: npm run operate -- jobs retry ${job}`,
    })
  }
  for (const { subject } of open) if (!byJob.has(subject)) await clearAlert(work, 'failed_jobs', subject)
}
