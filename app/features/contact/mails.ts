import { brand } from '#app/kit/brand.ts'
import { facts, type Letter } from '#app/mail/letter.ts'
import { subjectWords } from './rules.ts'
import type { ContactMessage } from './store.server.ts'

/** `received` is when it came, in words. */
export function messageToStaffLetter(message: ContactMessage, received: string): Letter {
  const { id, kind, subject, firstName, lastName, email, item } = message
  const name = `${firstName} ${lastName}`.trim()
  const about = kind === 'quote' ? `Quote: ${item}` : subjectWords[subject]
  return {
    subject: `[${id}] ${about}: ${name}`,
    preview: message.message.slice(0, 120),
    why: 'Replies go to the sender’s address.',
    blocks: [
      { heading: about },
      { facts: facts({ From: name, Address: email, About: about, Received: received, Reference: id }) },
      { text: message.message },
    ],
  }
}

/**
 * Tells the sender that a message has arrived. It repeats nothing of what was written, not even the name: the address may
 * be somebody else's, and this mail must be of no use to who wants to reach them through us.
 */
export function messageReceivedLetter({
  id,
  kind,
  subject,
}: Pick<ContactMessage, 'id' | 'kind' | 'subject'>): Letter {
  return {
    subject: `We got your message (${id})`,
    preview: `Reference ${id}. We reply within 24 hours on business days.`,
    why: `You’re getting this email because someone entered this address in the contact form at the ${brand} shop.`,
    blocks: [
      { heading: 'We got your message' },
      { text: 'We reply by email within 24 hours on business days.' },
      {
        facts: facts({
          Reference: id,
          About: kind === 'quote' ? 'Request for a quote' : subjectWords[subject],
        }),
      },
      { note: 'Wasn’t you? Someone entered your address in our contact form. You can ignore this email.' },
    ],
  }
}

export function replyLetter(
  { id, item, subject, message }: Pick<ContactMessage, 'id' | 'item' | 'subject' | 'message'>,
  text: string,
): Letter {
  const about = item ?? subjectWords[subject]
  return {
    subject: `Re: ${about} (${id})`,
    preview: text.split(/\n\s*\n/, 1)[0] ?? '',
    why: `You’re getting this email because you wrote to the ${brand} shop.`,
    blocks: [{ heading: about }, { text }, { note: `You wrote: ${message}` }],
  }
}
