import { day } from '#app/kit/clock.ts'

export const linkMs = 90 * day
export const unpaidLinkMs = 2 * day
/** How long the link to everything that one email bought works. It opens more than one order, so it ends sooner. */
export const buyerLinkMs = day

export const buyerPagePath = '/orders/mine'

export const unpaidStates = ['held', 'expired', 'canceled'] as const

/** Keyed, to compare emails without storing them: a plain hash could be found by trying addresses. */
export function emailForLink(email: string): string {
  return `email for a lost link ${email.toLowerCase()}`
}

export const linkWords = {
  title: 'Your private link',
  text: 'You don’t need an account: your private link opens this order on any device. Anyone who has it can see the order and request a refund, so keep it to yourself. Links expire after 90 days; each email from us has a new one.',
  show: 'Show my link',
  showing: 'Creating a link...',
  end: 'End all links',
  ending: 'Ending...',
  endHint:
    'Did someone else get your link? This ends all links and signs out every other browser. This browser stays signed in.',
  ready: 'Here is a new link. It works for 90 days.',
  back: 'Back to the order',
} as const

export const findLinkWords = {
  title: 'Find your order',
  description:
    'Lost the private link to your order? Enter your email, and the order code if you have it, and we send you a new one.',
  lead: 'Enter the email you ordered with, and the order code if you have it. We’ll email you a new private link.',
  order: 'Order code (optional)',
  orderHint:
    'Ten letters and digits, in every email about your order. Leave it empty for a link to all your orders.',
  email: 'Email',
  send: 'Send Me a New Link',
  sending: 'Sending...',
  sent: {
    title: 'Check your email',
    // The same for everyone, so that it does not reveal whether an order exists.
    text: 'If we have an order with that email, a new link is on its way. It can take a few minutes.',
    again: 'Try Again',
  },
  closed: 'Your orders are closed on every device. Each order still opens by its own link.',
  help: 'Another email, or no answer? Write to us with the name on the order.',
  contact: 'Contact us',
} as const
