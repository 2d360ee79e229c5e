import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { pollingJob } from '#app/features/orders/jobs/polling-job.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { expireHolds } from './flows.server.ts'
import { mailHoldConfirmation } from './jobs/confirm-mails.server.ts'
import { mailInvoiceConfirmation } from './jobs/invoice-mails.server.ts'
import { forgetHolders, forgetInvoiceRequests, watchNetworks } from './store.server.ts'

/** Background jobs of checkout: expire holds, mail invoice confirmations, and delete old holders and requests. */
export function checkoutJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('expire-holds', (shop, signal) => expireHolds(shop, sellables, signal)),
    mailInvoiceConfirmation,
    mailHoldConfirmation,
    forgetCheckoutsDaily,
    watchNetworksByMinute,
  ] as Job[]
}

const watchNetworksByMinute = defineJob({
  name: 'watch-networks',
  payload: z.object({}),
  every: '* * * * *',
  run: (shop) => transact(shop, watchNetworks),
})

const forgetCheckoutsDaily = defineJob({
  name: 'forget-checkouts',
  payload: z.object({}),
  every: '12 4 * * *',
  async run(shop) {
    await transact(shop, forgetHolders)
    await transact(shop, forgetInvoiceRequests)
  },
})
