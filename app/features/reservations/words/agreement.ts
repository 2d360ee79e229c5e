import { offeredWords } from '#app/features/orders/offered.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import type { Terms, Transferee } from '../rules/agreement.ts'

export function agreementPath(orderId: string, position: number): string {
  return `/orders/${orderId}/agreement/${position}`
}

/** The terms that a buyer accepts with the final price. A change is a new `agreementVersion`. */
export const agreementTerms: readonly string[] = [
  'We build the firearm as described here, and the price is final. Sales tax is added where it is due at the place your dealer hands it over.',
  'Your deposit is credited in full. We ask for the balance by email, with a payment link and a due date. The build starts once it is paid.',
  'We may transfer it only while the law allows it, to a dealer whose license is in force, and to a buyer who may receive it. If that is not possible, you get back what the refund policy says.',
  'Federal forms take their time, and nobody can promise a date. We tell you of every step.',
]

/** The sentence that a buyer confirms; it is stored with the order as shown. */
export function agreementSentence({ priceCents }: Pick<Terms, 'priceCents'>): string {
  return `I accept the final price of ${formatCentsExact(priceCents)} and these terms.`
}

export function termsRows(terms: Pick<Terms, 'variant' | 'includes'> | undefined) {
  if (!terms) return []
  return [
    { term: 'What we build', value: terms.variant },
    { term: offeredWords.included, value: terms.includes },
  ]
}

export function priceRows({ priceCents, ...terms }: Terms, depositCents: number) {
  return [
    ...termsRows(terms),
    { term: 'Final price', value: formatCentsExact(priceCents) },
    { term: 'Deposit paid', value: formatCentsExact(depositCents) },
    { term: 'Balance before tax', value: formatCentsExact(Math.max(priceCents - depositCents, 0)) },
  ]
}

export const agreementWords = {
  title: 'Your final price',
  lead: 'Please read what we build for you and accept it. Nothing is built before you do.',
  mail: (priceCents: number) =>
    `We have fixed what we build for you and its final price: ${formatCents(priceCents)}. Please read and accept it. Nothing is built before you do.`,
  button: 'Read and accept',
  terms: 'Read the terms',
  accept: 'Accept',
  done: (day: string) => `You accepted this on ${day}.`,
  transferee: 'Who will own it?',
  wrong:
    'If something is wrong, reply to our email or write to us at /contact, and we’ll send you new terms.',
} as const

export const transfereeWords: Record<Transferee, string> = {
  individual: 'I will, as an individual',
  trust: 'A trust or company of mine',
}

export const acceptRefusalWords = {
  not_sent: 'There is nothing to accept yet. We email you when there is.',
  terms_changed: 'The terms changed since you opened this page. Please read them again.',
  not_confirmed: 'Check the box to accept.',
  transferee_missing: 'Say who will own it: Form 4 names them.',
  not_paid: 'This reservation has ended.',
  refund_under_way: 'Your deposit is being refunded, so there is nothing to accept.',
} as const
export type AcceptRefusal = keyof typeof acceptRefusalWords
