import { dateFormat } from '#app/kit/date-format.ts'
import { z } from 'zod'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { type MailContent, renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { replyMail } from './emails/reply.tsx'
import { receivedMail } from './emails/received.tsx'
import { contactMessageMail } from './emails/contact-message.tsx'
import { findMessage } from './store.server.ts'
import { findReply } from './store/replies.server.ts'

const payload = z.object({ messageId: z.string() })

const mailReceived = defineMailJob({
  name: 'mail-message-received',
  payload,
  async run(shop, { messageId }) {
    const message = await findMessage(shop.db, messageId)
    if (!message) return
    const { 'support.postal': postal } = await findClaims(
      shop.db,
      ['support.postal'],
      shop.now(),
      shop.timeZone,
    )
    const content = receivedMail({ ...message, postalLine: postal?.text })
    await mail(shop, `message-received:${messageId}`, message.email, content)
  },
})

/** Where messages go until somebody answers them. Without an address of the desk they wait in the shop, and its log says so. */
const mailToStaff = defineMailJob({
  name: 'mail-message-to-staff',
  payload,
  async run(shop, { messageId }) {
    const message = await findMessage(shop.db, messageId)
    if (!message) return
    const { 'support.email': support } = await findClaims(
      shop.db,
      ['support.email'],
      shop.now(),
      shop.timeZone,
    )
    if (!support)
      return shop.log.warn({ messageId }, 'A message has no desk to go to: the claim support.email is empty')
    const received = dateFormat('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: shop.timeZone,
    }).format(message.receivedAt)
    // Checked by the form to be one plain address, so it cannot begin a header of its own.
    const headers = { 'Reply-To': message.email }
    await mail(
      shop,
      `message-to-staff:${messageId}`,
      support.figure,
      contactMessageMail({ ...message, received }),
      headers,
    )
  },
})

const mailReply = defineMailJob({
  name: 'mail-message-reply',
  payload: z.object({ replyId: z.number().int() }),
  async run(shop, { replyId }) {
    const reply = await findReply(shop.db, replyId)
    const message = reply && (await findMessage(shop.db, reply.messageId))
    if (!reply || !message) return
    const claims = await findClaims(shop.db, ['support.postal', 'support.email'], shop.now(), shop.timeZone)
    const { 'support.postal': postal, 'support.email': support } = claims
    const content = replyMail({ message, text: reply.text, postalLine: postal?.text })
    const headers = support ? { 'Reply-To': support.figure } : {}
    await mail(shop, `message-reply:${replyId}`, message.email, content, headers)
  },
})

export const contactJobs: readonly Job[] = [mailReceived, mailToStaff, mailReply] as Job[]

async function mail(shop: Shop, key: string, to: string, content: MailContent, headers = {}) {
  const mailed = { key, to, subject: content.subject, ...renderMail(content), headers }
  await sendOnce(shop.db, shop.mailer, mailed, shop.now())
}
