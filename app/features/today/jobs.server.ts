import { z } from 'zod'
import { findGatheredOrders, gatherStaffMail } from '#app/features/orders/store/staff-mails.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { newOrdersLetter } from './mails.ts'

export function todayJobs(findDesk: (shop: Shop) => Promise<string | undefined>): readonly Job[] {
  const gather = defineJob({
    name: 'gather-staff-orders',
    payload: z.object({}),
    every: '* * * * *',
    run: ({ db, now }) => gatherStaffMail(db, now()),
  })
  const mailNewOrders = mailJob('mail-staff-orders', {
    payload: z.object({ at: z.iso.datetime() }),
    key: ({ at }) => `staff-orders:${at}`,
    async write(shop, { at }) {
      const to = await findDesk(shop)
      const letter = newOrdersLetter(await findGatheredOrders(shop.db, new Date(at)), shop.publicUrl)
      // Without an address yet they are mailed to nobody: orders that follow are mailed once there is one.
      return letter && to ? { to, letter } : undefined
    },
  })
  return [gather, mailNewOrders]
}
