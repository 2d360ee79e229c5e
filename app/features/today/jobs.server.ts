import { z } from 'zod'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { closeStaffMail, reopenStaffMail } from '#app/features/orders/store/staff-mails.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import type { Mailer } from '#app/mail/mailer.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { newOrdersMail } from './emails/new-orders.tsx'

export function todayJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const mailNewOrders = defineMailJob({
    name: 'mail-staff-orders',
    payload: z.object({ mailId: z.number() }),
    async run(shop, { mailId }) {
      // Also where there is no address yet: orders that follow are mailed once there is.
      const { closedAt, orders } = await transact(shop, (work) => closeStaffMail(work, mailId))
      const to = await findDesk(shop)
      const content = newOrdersMail(orders, shop.publicUrl)
      if (!content || !to) return
      const mail = { key: `staff-orders:${mailId}`, to, subject: content.subject, ...renderMail(content) }
      const mailer = orReopen(shop, (work) => reopenStaffMail(work, mailId, closedAt))
      await sendOnce(shop.db, mailer, mail, shop.now())
    },
  })
  return [mailNewOrders] as Job[]
}

/**
 * The shop's mailer. A mail that the server does not take is opened again while its try is still claimed: orders of a long outage
 * join it, instead of a mail every few minutes. One that went out is never opened: what joined it would be mailed to nobody.
 */
function orReopen(shop: Shop, reopen: (work: UnitOfWork) => Promise<void>): Mailer {
  return {
    async send(mail) {
      try {
        await shop.mailer.send(mail)
      } catch (error) {
        await transact(shop, reopen)
        throw error
      }
    },
  }
}
