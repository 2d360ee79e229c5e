import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { pollingJob } from '#app/features/orders/jobs/polling-job.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { expireHolds } from './flows.server.ts'
import { mailInvoiceConfirmation } from './jobs/invoice-mails.server.ts'
import { forgetHolders, forgetInvoiceRequests } from './store.server.ts'

/** Everything that checkouts do outside a request: they end holds, and forget by whom and for what they were made. */
export function checkoutJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('expire-holds', (shop, signal) => expireHolds(shop, sellables, signal)),
    mailInvoiceConfirmation,
    forgetCheckoutsDaily,
  ] as Job[]
}

const forgetCheckoutsDaily = defineJob({
  name: 'forget-checkouts',
  payload: z.object({}),
  every: '12 4 * * *',
  async run(shop) {
    await transact(shop, forgetHolders)
    await transact(shop, forgetInvoiceRequests)
  },
})
