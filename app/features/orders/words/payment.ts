import { formatCents } from '#app/kit/money.ts'

/** What the buyer reads where a card is entered in the payment service's own form. */
export const cardWords = {
  enter: 'Enter your card',
  change: 'Use another card',
  title: 'Card form of the payment service',
  submit: 'Use this card',
  hint: 'Opens the form of the payment service, Authorize.Net. Your card number goes to them and never to us. Nothing is charged until you press the button at the end.',
  loading: 'Loading the card form of the payment service.',
  failed:
    'The card form of the payment service could not be loaded. Check your connection or switch off what blocks scripts of authorize.net, and load this page again.',
  noScript:
    'Paying by card needs JavaScript here: the card form is the payment service’s own, so that no card number reaches this shop. It is held for you meanwhile. Write to us at /contact and we take the payment another way.',
  entered: (lastFour: string) => (lastFour ? `Card ending in ${lastFour} is ready.` : 'Your card is ready.'),
  refused: 'The payment service did not accept these card details. Enter the card again.',
} as const

/** Said to a request that carries a card number: it is refused whole, and nothing of it is kept. */
export const cardDataWords =
  'A card number must not be sent to this shop, and what was sent was thrown away. Enter the card in the payment service’s own form.'

/** What the buyer reads where an order is paid by invoice. */
export const invoiceWords = {
  means: (dueOn: string) =>
    `We first send you a mail to confirm your address. Then you get the invoice, and everything is held for you until ${dueOn}. If it is not paid by then, the order is let go, and you owe nothing.`,
  button: 'Reserve and pay by invoice',
  title: 'Waiting for your payment',
  text: (amountCents: number, dueOn: string) =>
    `Everything is held for you. Pay ${formatCents(amountCents)} by ${dueOn}; this page and a mail tell you when it has arrived.`,
  name: (orderId: string) => `Name the order: ${orderId}.`,
  overdue: 'If it is not paid by then, the order is let go and you owe nothing.',
} as const

/** Why there is no invoice for an order. */
export const invoiceRefusalWords = {
  too_many_for_invoice:
    'An invoice can keep two numbered items at most. Take the others off the order, or write to us at /contact.',
  too_late_for_invoice:
    'The class begins too soon to wait for the payment of an invoice. Write to us at /contact and we take the payment another way.',
} as const

/** What stands between asking for an invoice and getting it: the mail address is confirmed first. */
export const confirmInvoiceWords = {
  sentTitle: 'Check your email',
  sentText: (email: string, heldUntil: string) =>
    `We have sent a mail to ${email}. Open its link and confirm to get the invoice. Until then everything is held for you until ${heldUntil}, and no longer.`,
  change: 'Back to Checkout',
  title: 'Confirm your email',
  text: (heldUntil: string) =>
    `With this press you get the invoice, and what you ordered is held until it is due. Unconfirmed it is held until ${heldUntil}.`,
  button: 'Confirm and get the invoice',
  mailText: (heldUntil: string) =>
    `Somebody asked for an invoice with this address. Confirm that it is yours, and what was ordered is held until the invoice is due. Without that it is held until ${heldUntil}.`,
  notYou: 'If that was not you, do nothing: nothing is charged, and nothing is kept.',
} as const
