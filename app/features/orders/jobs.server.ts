import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { reconcilePayments, reconcileRefunds } from './flows.server.ts'
import { stages } from './rules.ts'
import { expireHolds, type Sellables } from './store.server.ts'

const nothing = z.object({})

/** Everything that orders do outside a request. */
export function orderJobs(sellables: Sellables): readonly Job[] {
  return [
    defineJob({
      name: 'expire-holds',
      payload: nothing,
      every: '* * * * *',
      prompt: true,
      async run(shop) {
        while ((await transact(shop, (work) => expireHolds(work, sellables))) > 0);
      },
    }),
    defineJob({
      name: 'reconcile-payments',
      payload: nothing,
      every: '* * * * *',
      prompt: true,
      async run(shop) {
        while ((await reconcilePayments(shop, sellables)) > 0);
      },
    }),
    defineJob({
      name: 'reconcile-refunds',
      payload: nothing,
      every: '* * * * *',
      prompt: true,
      async run(shop) {
        while ((await reconcileRefunds(shop, sellables)) > 0);
      },
    }),
    defineJob({
      name: 'mail-order-confirmation',
      payload: z.object({ orderId: z.string() }),
      async run() {},
    }),
    defineJob({
      name: 'mail-order-refund',
      payload: z.object({ orderId: z.string(), refundId: z.string() }),
      async run() {},
    }),
    defineJob({
      name: 'mail-order-stage',
      payload: z.object({ orderId: z.string(), stage: z.enum(stages) }),
      async run() {},
    }),
  ] as Job[]
}
