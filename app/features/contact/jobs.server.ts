import { z } from 'zod'
import type { Job } from '#app/jobs/job.ts'
import { dateFormat } from '#app/kit/dates.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { findContact } from '../claims/store.server.ts'
import { findMessage, findReply } from './store.server.ts'
import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import { messageFacts, senderName, subjectWords } from './rules.ts'

const ofMessage = z.object({ messageId: z.string() })

/** It repeats nothing of what was written, not even the name: the address may be somebody else's. */
const mailReceived = mailJob('mail-message-received', {
  payload: ofMessage,
  key: ({ messageId }) => `message-received:${messageId}`,
  async write(shop, { messageId }) {
    const message = await findMessage(shop.db, messageId)
    if (!message) return undefined
    const { id, email, subject } = message
    const { postalLine } = await findContact(shop)
    const letter: Letter = {
      subject: `We got your message (${id})`,
      preview: `Reference ${id}. We reply within 24 hours on business days.`,
      why: `You’re getting this email because someone entered this address in the contact form at the ${brand} shop.`,
      postalLine,
      blocks: [
        { heading: 'We got your message' },
        { text: 'We reply by email within 24 hours on business days.' },
        { facts: facts({ Reference: id, About: subjectWords[subject] }) },
        { note: 'Wasn’t you? Someone entered your address in our contact form. You can ignore this email.' },
      ],
    }
    return { to: email, letter }
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
    const about = subjectWords[message.subject]
    const format = dateFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: shop.timeZone })
    const received = { Received: format.format(message.receivedAt), Reference: message.id }
    const letter: Letter = {
      subject: `[${message.id}] ${about}: ${senderName(message)}`,
      preview: message.message.slice(0, 120),
      why: 'Replies go to the sender’s address.',
      blocks: [
        { heading: about },
        { facts: facts({ ...messageFacts(message), ...received }) },
        { text: message.message },
      ],
    }
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
    const about = subjectWords[message.subject]
    const { text } = reply
    const letter: Letter = {
      subject: `Re: ${about} (${message.id})`,
      preview: text.split(/\n\s*\n/, 1)[0] ?? '',
      why: `You’re getting this email because you wrote to the ${brand} shop.`,
      postalLine,
      blocks: [{ heading: about }, { text }, { note: `You wrote: ${message.message}` }],
    }
    return { to: message.email, letter, headers: desk ? { 'Reply-To': desk } : {} }
  },
})

export const contactJobs: readonly Job[] = [mailReceived, mailToStaff, mailReply]
