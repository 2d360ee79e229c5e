import { z } from 'zod'
import type { Job } from '#app/jobs/job.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { findContact } from '../claims/store.server.ts'
import { messageReceivedLetter, messageToStaffLetter, replyLetter } from './mails.ts'
import { findMessage, findReply } from './store.server.ts'

const ofMessage = z.object({ messageId: z.string() })

const mailReceived = mailJob('mail-message-received', {
  payload: ofMessage,
  key: ({ messageId }) => `message-received:${messageId}`,
  async write(shop, { messageId }) {
    const message = await findMessage(shop.db, messageId)
    if (!message) return undefined
    const { postalLine } = await findContact(shop)
    return { to: message.email, letter: { ...messageReceivedLetter(message), postalLine } }
  },
})

/** Where messages go until somebody answers them. Without an address of the desk they wait in the shop, and its log says so. */
const mailToStaff = mailJob('mail-message-to-staff', {
  payload: ofMessage,
  key: ({ messageId }) => `message-to-staff:${messageId}`,
  async write(shop, { messageId }) {
    const message = await findMessage(shop.db, messageId)
    if (!message) return undefined
    const { desk } = await findContact(shop)
    if (!desk) {
      shop.log.warn({ messageId }, 'A message has no desk to go to: the claim support.email is empty')
      return undefined
    }
    const format = dateFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: shop.timeZone })
    const letter = messageToStaffLetter(message, format.format(message.receivedAt))
    // Checked by the form to be one plain address, so it cannot begin a header of its own.
    return { to: desk, letter, headers: { 'Reply-To': message.email } }
  },
})

const mailReply = mailJob('mail-message-reply', {
  payload: z.object({ replyId: z.number().int() }),
  key: ({ replyId }) => `message-reply:${replyId}`,
  async write(shop, { replyId }) {
    const reply = await findReply(shop.db, replyId)
    const message = reply && (await findMessage(shop.db, reply.messageId))
    if (!reply || !message) return undefined
    const { desk, postalLine } = await findContact(shop)
    const letter = { ...replyLetter(message, reply.text), postalLine }
    return { to: message.email, letter, headers: desk ? { 'Reply-To': desk } : {} }
  },
})

export const contactJobs: readonly Job[] = [mailReceived, mailToStaff, mailReply]
