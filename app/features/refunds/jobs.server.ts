import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { pollingJob } from '#app/features/orders/jobs/polling-job.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { reconcileRefunds } from './flows.server.ts'
import { lateParcelJobs } from './jobs/late-parcels.server.ts'
import { refundMails } from './jobs/refund-mails.server.ts'
import { alertOverdueRefunds } from './store/refund-items.server.ts'

/** The jobs of refunds: carrying out, monitoring and emails. */
export function refundJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('reconcile-refunds', (shop, signal) => reconcileRefunds(shop, sellables, signal)),
    watchRefunds,
    ...refundMails,
    ...lateParcelJobs(sellables),
  ] as Job[]
}

/** Alerts staff of refunds that have been open for too long. */
const watchRefunds = defineJob({
  name: 'watch-refunds',
  payload: z.object({}),
  every: '41 * * * *',
  async run(shop) {
    await transact(shop, alertOverdueRefunds)
  },
})
