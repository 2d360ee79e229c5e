import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { closeStaffMail, reopenStaffMail } from '#app/features/orders/store/staff-mails.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { newOrdersLetter } from './mails.ts'

export function todayJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const mailNewOrders = mailJob('mail-staff-orders', {
    payload: z.object({ mailId: z.number() }),
    key: ({ mailId }) => `staff-orders:${mailId}`,
    async write(shop, { mailId }) {
      // Also where there is no address yet: orders that follow are mailed once there is.
      const { closedAt, orders } = await transact(shop, (work) => closeStaffMail(work, mailId))
      const to = await findDesk(shop)
      const letter = newOrdersLetter(orders, shop.publicUrl)
      // Orders of a long outage join a mail that the server does not take, instead of a mail every few minutes. One that
      // went out is never opened: what joined it would be mailed to nobody.
      const onFailure = () => transact(shop, (work) => reopenStaffMail(work, mailId, closedAt))
      return letter && to ? { to, letter, onFailure } : undefined
    },
  })
  return [mailNewOrders]
}
