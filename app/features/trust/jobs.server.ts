import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { isEnding } from '../orders/rules.ts'
import { findOrder } from '../orders/store.server.ts'
import { trustCodesJob } from './rules.ts'
import { codesMail } from './emails/codes.tsx'
import { grantFree } from './store/grants.server.ts'
import { forgetWorksheets } from './store/worksheet.server.ts'

/**
 * Gives every reservation of a paid order its free pack and mails the codes. They are signed, not stored, so a run that
 * died after granting mails the same ones.
 */
const mailCodes = defineJob({
  name: trustCodesJob,
  payload: z.object({ orderId: z.string() }),
  prompt: true,
  async run(shop, { orderId }) {
    const order = await findOrder(shop.db, orderId)
    const standing = (order?.lines ?? []).filter(({ stage }) => stage !== null && !isEnding(stage))
    const codes = await transact(shop, (work) =>
      grantFree(
        work,
        shop.certify,
        orderId,
        standing.map(({ position }) => position),
      ),
    )
    if (!order?.buyerEmail || codes.length === 0) return
    const content = codesMail({ orderId, codes, publicUrl: shop.publicUrl })
    const mail = { key: `trust-codes:${orderId}`, to: order.buyerEmail, subject: content.subject }
    await sendOnce(shop.db, shop.mailer, { ...mail, ...renderMail(content) }, shop.now())
  },
})

const forget = defineJob({
  name: 'forget-trust-worksheets',
  payload: z.object({}),
  every: '40 4 * * *',
  async run(shop) {
    await transact(shop, forgetWorksheets)
  },
})

/** What the trust room does outside a request. */
export const trustJobs: readonly Job[] = [mailCodes, forget] as Job[]
