import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { orderMails } from './mails.server.ts'
import { forgetBuyerLinks } from './store/buyer-links.server.ts'
import { forgetBuyers } from './store/buyer.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { forgetLinks } from './store/links.server.ts'
import { recheckOrders } from './store/recheck-orders.server.ts'

/**
 * All background jobs of orders. Retention: an order that expired or was canceled keeps its buyer's details for 30 days;
 * then `forget-buyers` removes them. Paid orders are business records and keep them. Private links that ended a month ago
 * are deleted.
 */
export function orderJobs(sellables: Sellables): readonly Job[] {
  return [...orderMails(sellables), judgeOrdersAgain, forgetBuyersDaily]
}

const forgetBuyersDaily = defineJob({
  name: 'forget-buyers',
  payload: z.object({}),
  every: '10 4 * * *',
  async run(shop) {
    await applyRetention(shop, 'unpaid_orders', forgetBuyers)
    await transact(shop, forgetLinks)
    await transact(shop, forgetBuyerLinks)
  },
})

/** A rule changed: rechecks open orders of its states, batch by batch. Cancels nothing. */
const judgeOrdersAgain = defineJob({
  name: 'judge-orders-again',
  payload: z.object({ states: z.array(z.string().length(2)).min(1) }),
  limitSeconds: 10 * 60,
  async run(shop, { states }) {
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from
      const { lastId } = await transact(shop, (work) => recheckOrders(work, states, after))
      from = lastId
    }
  },
})
