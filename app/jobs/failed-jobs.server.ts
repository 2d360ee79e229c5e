import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { clearAlert, listOpenAlerts, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { defineJob } from './job.ts'
import { failedQueue } from './queue-setup.server.ts'

/** Looks every minute for jobs that were put aside after they had failed every time, however they came to that. */
export const watchFailedJobs = defineJob({
  name: 'watch-failed-jobs',
  payload: z.object({}),
  every: '* * * * *',
  run: (shop) => transact(shop, alertOfFailedJobs),
})

/** Raises an alert for each job some of whose runs were put aside, again when more are, and clears it when none is left. */
export async function alertOfFailedJobs(work: UnitOfWork): Promise<void> {
  const { rows } = await work.tx.execute<{ job: string; waiting: number; newest: string }>(sql`
    select source_name as job, count(*)::int as waiting, max(created_on)::text as newest
    from pgboss.job where name = ${failedQueue} and state < 'active' and source_name is not null
    group by source_name`)
  const open = (await listOpenAlerts(work.tx)).filter(({ kind }) => kind === 'failed_jobs')
  for (const { job, waiting, newest } of rows) {
    const seenAt = open.find(({ subject }) => subject === job)?.seenAt
    if (seenAt && seenAt >= new Date(newest)) continue
    await raiseAlert(work, {
      kind: 'failed_jobs',
      subject: job,
      detail: `${waiting} of them wait. Once the reason is gone: npm run operate -- jobs retry ${job}`,
    })
  }
  for (const { subject } of open)
    if (!rows.some(({ job }) => job === subject)) await clearAlert(work, 'failed_jobs', subject)
}
