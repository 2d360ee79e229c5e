/** What pages say about the private links of an order. */
export const linkWords = {
  title: 'Your private link',
  text: 'There are no accounts: a private link opens this order on any device, and whoever has it can see the order and ask for a refund. Keep it to yourself. Links end after 90 days; each email from us brings a new one.',
  show: 'Show my link',
  showing: 'Making a link...',
  end: 'End all links',
  ending: 'Ending...',
  endHint:
    'If a link got into other hands: this ends all of them and signs out every other browser. This one stays.',
  ready: 'This is a new link. It works for 90 days.',
  back: 'Back to the order',
} as const

/** The page that sends a new link to a buyer who lost theirs. */
export const findLinkWords = {
  title: 'Find your order',
  description:
    'Lost the private link to your order? Enter the order code and your email, and we send you a new one.',
  lead: 'Enter the order code and the email you ordered with. We send a new private link to that email.',
  order: 'Order code',
  orderHint: 'Ten letters and digits, in the subject or the text of every email about the order.',
  email: 'Email',
  send: 'Send Me a New Link',
  sending: 'Sending...',
  sent: {
    title: 'Check your email',
    // The same for everybody: whether an order exists is nobody else's business.
    text: 'If this order exists with that email, a new link is on its way. It can take a few minutes.',
    again: 'Try Again',
  },
  help: 'No order code? Write to us with the name and the email of the order.',
  contact: 'Contact us',
} as const
