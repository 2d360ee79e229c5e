import { z } from 'zod'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { signConfirmed } from '../access.server.ts'
import { confirmEmailPath } from '../words.ts'
import { emailConfirmationMail } from '../emails/email-confirmation.tsx'

/** Mails the link that confirms an email in place of a proof of work, once per request. */
export const mailHoldConfirmation = defineMailJob({
  name: 'mail-hold-confirmation',
  payload: z.object({ email: z.string(), to: z.string(), requestId: z.string() }),
  async run(shop, { email, to, requestId }) {
    const query = new URLSearchParams({ key: signConfirmed(shop, email), to })
    const content = emailConfirmationMail({ link: `${shop.publicUrl}${confirmEmailPath}?${query}` })
    const mail = { to: email, subject: content.subject, ...renderMail(content) }
    await sendOnce(shop.db, shop.mailer, { key: `hold-confirmation:${requestId}`, ...mail }, shop.now())
  },
})
