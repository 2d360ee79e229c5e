import { z } from 'zod'
import { findGatheredOrders, gatherStaffMail } from '#app/features/orders/store/staff-mails.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { newOrdersMail } from './emails/new-orders.tsx'

export function todayJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const gather = defineJob({
    name: 'gather-staff-orders',
    payload: z.object({}),
    every: '* * * * *',
    run: ({ db, now }) => gatherStaffMail(db, now()),
  })
  const mailNewOrders = defineMailJob({
    name: 'mail-staff-orders',
    payload: z.object({ at: z.iso.datetime() }),
    async run(shop, { at }) {
      const to = await findDesk(shop)
      const content = newOrdersMail(await findGatheredOrders(shop.db, new Date(at)), shop.publicUrl)
      // Without an address yet they are mailed to nobody: orders that follow are mailed once there is one.
      if (!content || !to) return
      const mail = { key: `staff-orders:${at}`, to, subject: content.subject, ...renderMail(content) }
      await sendOnce(shop.db, shop.mailer, mail, shop.now())
    },
  })
  return [gather, mailNewOrders] as Job[]
}
