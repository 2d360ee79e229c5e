import { z } from 'zod'
import { clearAlert, listOpenAlerts, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { defineJob, type Job } from './job.ts'

export type FailedJob = {
  id: string
  job: string
  queuedAt: Date
  failedAt: Date
  runs: number
  fault: string
}

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
