import { brand } from '#app/kit/brand.ts'
import { day } from '#app/kit/clock.ts'
import { dateFormat, formatIsoDay } from '#app/kit/date-format.ts'
import type { OpeningHours, OpenState, Subject } from './rules.ts'

export const subjectWords: Record<Subject, string> = {
  technical: 'Technical question',
  legal: 'Legal and compliance',
  orders: 'Orders and reservations',
  shipping: 'Shipping and transfers',
  general: 'General inquiry',
}

export const contactWords = {
  title: 'Contact',
  lead: 'Tell us what you have, what you want and which state you live in, and we’ll get it right the first time.',
  description: `Write to ${brand}: technical and legal questions, orders, shipping and quotes. Support hours and address.`,
  form: { title: 'Send a message', send: 'Send Message', sending: 'Sending...' },
  quote: {
    title: 'Ask for a quote',
    lead: 'Tell us what you need and what you already have. We’ll reply with a written price and lead time.',
    item: 'What should we quote?',
    send: 'Ask for a Quote',
  },
  reach: { title: 'Reach us', email: 'Email', phone: 'Phone', postal: 'Mail', hours: 'Support hours' },
  open: 'Open now',
  closed: 'Closed now',
  help: {
    title: 'Other ways to get help',
    chat: {
      title: 'Write to us',
      text: 'Staff read messages as they come in and reply by email.',
      call: 'Start with a Message',
    },
    faq: {
      title: 'FAQ',
      text: 'Legality, travel, wait times, braces and tools, each with the date we last checked it.',
      call: 'View FAQ',
    },
    learn: {
      title: 'Learning Center',
      text: 'What a short-barreled rifle is, how the forms work, trust or individual.',
      call: 'Start Learning',
    },
  },
  legal: {
    title: 'Legal emergency line',
    text: 'A lost or stolen firearm of ours, a court order, a law enforcement inquiry: call this number. In writing, choose Legal and start your message with URGENT so we open it first.',
    call: 'Write to Legal',
  },
  received: {
    title: 'We got your message',
    text: 'We’ve emailed you this reference number. We reply within 24 hours on business days.',
    again: 'Write Another',
  },
  tooFast: 'That was a little too fast. Please wait a moment and send it again.',
} as const

export function openWords(
  { zone, zoneName }: OpeningHours,
  { isOpen, changesAt }: OpenState,
  now: Date,
): string {
  const time = dateFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
  // Some engines put a narrow space before AM; the page is written the same by all.
  const clock = `${time.format(changesAt).replaceAll(/\s/g, ' ')}${zoneName && ` ${zoneName}`}`
  return isOpen ? `Until ${clock}.` : `Opens ${dayWords(zone, changesAt, now)} at ${clock}.`
}

function dayWords(zone: string, moment: Date, now: Date): string {
  const daysAway = (Date.parse(formatIsoDay(moment, zone)) - Date.parse(formatIsoDay(now, zone))) / day
  if (daysAway === 0) return 'today'
  if (daysAway === 1) return 'tomorrow'
  return dateFormat('en-US', { timeZone: zone, weekday: 'long' }).format(moment)
}
