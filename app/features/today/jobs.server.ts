import { z } from 'zod'
import { findOrder } from '#app/features/orders/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { newOrderMail } from './emails/new-order.tsx'

/** The job that notifies staff of each paid order, once. `findDesk` is their address, if the operator entered one. */
export function todayJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const mailNewOrder = defineMailJob({
    name: 'mail-staff-order',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId }) {
      const [order, to] = await Promise.all([findOrder(shop.db, orderId), findDesk(shop)])
      if (!order || !to) return
      const content = newOrderMail({
        orderId,
        lines: order.lines,
        paidCents: order.capturedCents,
        needsReview: order.verdict?.outcome === 'review',
        hasGoods: order.lines.some(({ fulfillment }) => fulfillment === 'shipping'),
        publicUrl: shop.publicUrl,
      })
      const key = `staff-order:${orderId}`
      await sendOnce(
        shop.db,
        shop.mailer,
        { key, to, subject: content.subject, ...renderMail(content) },
        shop.now(),
      )
    },
  })
  return [mailNewOrder] as Job[]
}
