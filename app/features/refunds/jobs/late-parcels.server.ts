import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { mailBuyer, mailedOrder, mintLink } from '#app/features/orders/jobs/order-mail.server.ts'
import { answerBy } from '#app/features/orders/rules/delay.ts'
import { attendDelay, findDue, listLate } from '#app/features/orders/store/due.server.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { unsentLines } from '../rules.ts'
import { delayMail } from '../emails/delay.tsx'
import { refundUnsent } from '../parcel-flows.server.ts'

/** Offers the buyer of a late parcel the choice to wait or cancel. */
const mailDelay = defineMailJob({
  name: 'mail-parcel-delay',
  payload: z.object({ orderId: z.string(), offeredAt: z.iso.datetime() }),
  run: (shop, { orderId, offeredAt }) =>
    mailBuyer(shop, orderId, `parcel-delay:${orderId}:${offeredAt}`, async (order) => {
      const due = await findDue(shop.db, orderId)
      // Sent since this was queued.
      if (!due) return undefined
      const to = encodeURIComponent(`/orders/${orderId}/delay`)
      return delayMail({
        ...mailedOrder(order),
        items: unsentLines(order.lines).map(({ title }) => title),
        answerBy: formatLongDay(answerBy(due), shop.timeZone),
        link: `${await mintLink(shop, orderId)}&to=${to}`,
      })
    }),
})

/**
 * The 30-day rule, every night: reminds staff of late orders, offers buyers the choice, and refunds those who did
 * not answer.
 */
export function lateParcelJobs(sellables: Sellables): readonly Job[] {
  const watch = defineJob({
    name: 'late-parcels',
    payload: z.object({}),
    every: '15 6 * * *',
    limitSeconds: 10 * 60,
    async run(shop, _payload, signal) {
      for (const orderId of await listLate(shop.db, shop.now())) {
        if (signal?.aborted) return
        const next = await transact(shop, (work) => attendDelay(work, orderId))
        if (next === 'refund') await refundUnsent(shop, sellables, orderId)
      }
    },
  })
  return [watch, mailDelay] as Job[]
}
