import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findOrder } from '../orders/store.server.ts'
import { earlyAccessMail } from './emails/early-access.tsx'
import { flipDrops, makeEarlyCodes } from './store.server.ts'

/**
 * Writes the statuses that time or sales have changed and tells open pages. Pages read the status that holds at their own
 * moment, so nothing waits for this; it is what the operator's lists and the archive's figures are read from.
 */
const flip = defineJob({
  name: 'flip-drops',
  payload: z.object({}),
  every: '* * * * *',
  async run(shop) {
    await transact(shop, flipDrops)
  },
})

/** Mails the codes that a paid order has earned with its patches: one mail for each patch that grants early access. */
const mailEarlyAccess = defineMailJob({
  name: 'mail-early-access',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const granted = await transact(shop, (work) => makeEarlyCodes(work, shop.earlyAccessKey, orderId))
    const to = granted.length > 0 ? (await findOrder(shop.db, orderId))?.buyerEmail : null
    if (!to) return
    for (const { patchId, ...access } of granted) {
      const link = `${shop.publicUrl}/drops/${access.slug}/reserve`
      const content = earlyAccessMail({ ...access, orderId, link, timeZone: shop.timeZone })
      const mail = { key: `early-access:${orderId}:${patchId}`, to, subject: content.subject }
      await sendOnce(shop.db, shop.mailer, { ...mail, ...renderMail(content) }, shop.now())
    }
  },
})

/** Work the drops do outside a request. */
export const dropJobs = [flip, mailEarlyAccess] as readonly Job[]
