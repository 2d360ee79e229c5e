import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { invoiceMail } from './emails/invoice.tsx'
import { recheckAbandoned, reconcilePayments } from './flows.server.ts'
import { watchCardTests } from './jobs/card-testing.server.ts'
import { paymentMails } from './jobs/payment-mails.server.ts'
import { pollingJob } from '#app/features/orders/jobs/polling-job.server.ts'
import { mailBuyer, mailedOrder, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { forgetStaleFailures } from '#app/jobs/work-items.server.ts'
import { watchOpenPayments } from './store/open-payments.server.ts'
import type { OrderView, Sellables } from '#app/features/orders/store.server.ts'

/** The jobs of payments: settling, monitoring and emails. */
export function paymentJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('reconcile-payments', (shop, signal) => reconcilePayments(shop, sellables, signal)),
    recheckAbandonedJob(sellables),
    watchPayments,
    watchCardTests,
    mailInvoice,
    ...paymentMails,
  ] as Job[]
}

/** Stuck payments are found by a job of their own, so that a failure to settle cannot hide them. */
const watchPayments = defineJob({
  name: 'watch-open-payments',
  payload: z.object({}),
  every: '*/5 * * * *',
  async run(shop) {
    await transact(shop, watchOpenPayments)
    await transact(shop, forgetStaleFailures)
  },
})

/** Late charges are rare: four times a day is enough and spares the gateway. */
function recheckAbandonedJob(sellables: Sellables) {
  return defineJob({
    name: 'recheck-abandoned',
    payload: z.object({}),
    every: '23 */6 * * *',
    run: (shop, _payload, signal) => recheckAbandoned(shop, sellables, signal),
  })
}

/** Does the order pay something that stays owed by its due date, whatever becomes of the order? */
function isOwed({ lines }: OrderView): boolean {
  return lines.some(({ kind }) => kind === 'balance')
}

const mailInvoice = defineMailJob({
  name: 'mail-order-invoice',
  payload: z.object({ orderId: z.string(), attemptId: z.string() }),
  async run(shop, { orderId, attemptId }) {
    const invoice = await shop.gateway.findInvoice?.(attemptId)
    if (!invoice) throw new Error(`Attempt ${attemptId} has no invoice`)
    await mailBuyer(shop, orderId, `order-invoice:${attemptId}`, async (order) => {
      // Already paid, withdrawn or overdue: nothing to invoice.
      if (order.lastAttempt?.id !== attemptId || order.lastAttempt.state !== 'review') return undefined
      return invoiceMail({
        ...mailedOrder(order),
        ...invoice,
        lines: order.lines,
        isOwed: isOwed(order),
        dueOn: formatMoment(invoice.dueAt, shop.timeZone),
        link: await mintLink(shop, orderId),
      })
    })
  },
})
