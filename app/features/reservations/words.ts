import {
  type GateName,
  type Shipment,
  type Terms,
  type Transferee,
  type BalanceState,
  balanceTerms,
  placeName,
  type TaxDoubt,
} from './rules.ts'
import { offeredWords } from '#app/features/orders/offered.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import type { CheckoutWords } from '#app/features/orders/sellable.ts'

export const gateWords: Record<GateName, { label: string; held: string }> = {
  review: {
    label: 'State rules allow it, or the review is approved',
    held: 'The state rules do not allow it now: decide the review first.',
  },
  agreement: {
    label: 'Price and terms accepted',
    held: 'The buyer has not accepted the final price and terms.',
  },
  balance: { label: 'Balance paid or waived', held: 'The balance is not paid.' },
  dealer_accepted: {
    label: 'Dealer accepted',
    held: 'No dealer that we confirmed has agreed to receive it.',
  },
  dealer_papers: {
    label: 'Dealer’s license and special tax on file and valid that day',
    held: 'The dealer’s file is not complete for that day: license copy, eZ Check, or special tax.',
  },
}

export const shipmentWords: Record<keyof Shipment, string> = {
  carrier: 'Choose the carrier it was handed to.',
  tracking: 'Enter the tracking number.',
}

export const shipmentHint = 'The buyer reads it, and so does the dealer where we know the address.'

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

export function balancePath(orderId: string, position: number): string {
  return `/orders/${orderId}/balance/${position}`
}

export const balanceCheckoutWords: CheckoutWords = {
  attestation: 'I agree to the price shown.',
  success: { title: 'Balance paid', text: 'We’ve emailed your receipt. The build can begin.' },
  failure: { title: 'Payment failed', text: 'Your balance is still due, and your reservation is safe.' },
}

export function balanceTitle(line: { title: string; detail: string }, reservationId: string) {
  return {
    title: 'Balance',
    detail: `${[line.title, line.detail].filter(Boolean).join(', ')}. Reservation ${reservationId}`,
  }
}

export function taxWords({
  taxCents,
  taxLabel,
  taxState,
}: {
  taxCents: number
  taxLabel: string
  taxState: string
}): string {
  if (taxLabel)
    return `Sales tax on the full price, where your dealer hands it over: ${taxLabel}, ${formatCentsExact(taxCents)}.`
  return `We collect no sales tax for ${placeName(taxState)}. Your dealer or your state may ask you for tax there.`
}

export const taxDoubtWords: Record<TaxDoubt, string> = {
  no_dealer: 'No dealer is chosen yet: the tax follows the buyer’s state. Check it when the dealer is known.',
  no_county_rate:
    'No surtax is entered for this county, so only the state’s rate is charged. Enter the county’s rate (form DR-15DSS), or make sure that it has none.',
  place_unknown:
    'The dealer changed and their county is not known: the tax is still that of the dealer before. Withdraw this request and ask again with the county.',
  holiday_unconfirmed:
    'A sales tax holiday for firearms may be running. Confirm or withdraw it before you send this request.',
}

export const balanceRefusalWords = {
  not_paid: 'There is no paid reservation on this line.',
  refund_under_way: 'A refund of this reservation is in progress.',
  not_agreed: 'The buyer has not agreed to the price yet.',
  nothing_due: 'The price is no higher than the deposit: nothing is due.',
  balance_requested: 'The balance was already requested at another price. Withdraw that request first.',
  balance_not_found: 'No balance was requested for this reservation.',
  balance_paid: 'The balance is already paid.',
  balance_waived: 'The balance was waived.',
  balance_ended: 'This request for the balance has ended.',
  balance_held: 'The balance is being paid right now. Try again in a moment.',
  balance_in_review:
    'The reservation is in review under state law: nothing is paid or released until that is decided.',
  balance_overdue: 'The time to pay this balance is over. Write to us at /contact.',
  payment_under_way: 'A payment of this balance is in progress. Wait until it is settled.',
  amount_differs: 'The amount is not the one that is due. Only the whole balance can be recorded.',
  place_unknown:
    'Where the firearm is handed over is not known, and sales tax depends on it. Choose the dealer first, or name the county.',
  county_unknown: 'The dealer’s county is not known, and sales tax depends on it. Name the county.',
  due_in_past: 'The due date must be in the future.',
  not_overdue: `A reservation can be released ${balanceTerms.lateDays} days after the due date, not before.`,
  reason_needed: 'State the reason.',
  try_again: 'Somebody else is changing this. Try again in a moment.',
} as const

type Amounts = { priceCents: number; depositCents: number; amountCents: number; taxCents: number }

export function balanceRows(
  balance: Amounts & { detail: string },
  dueOn: string,
  terms: Pick<Terms, 'variant' | 'includes'> | undefined,
) {
  const { priceCents, depositCents, amountCents, taxCents } = balance
  const amounts: [string, number][] = [
    ['Price', priceCents],
    ['Deposit credited', -depositCents],
    ['Balance', amountCents],
    ['Sales tax', taxCents],
    ['Total', amountCents + taxCents],
  ]
  return [
    { term: 'For', value: balance.detail },
    ...termsRows(terms),
    ...amounts.map(([term, cents]) => ({ term, value: formatCentsExact(cents) })),
    { term: 'Due', value: dueOn },
  ]
}

export const dueAfterReview = 'Set once the review is decided'

type PageWords = { title: string; text: (dueOn: string) => string }

const dueWords: PageWords = {
  title: 'Balance due',
  text: (dueOn) => `The rest of the price is due ${dueOn}. The build begins once it’s paid.`,
}

export const balancePageWords: Record<BalanceState | 'over' | 'refunding' | 'reviewed', PageWords> = {
  open: dueWords,
  held: dueWords,
  paid: { title: 'Balance paid', text: () => 'Thank you. The receipt is in your email.' },
  refunding: {
    title: 'Refund on its way',
    text: () => 'We’re refunding this balance the way you paid it, and email you when it’s done.',
  },
  waived: { title: 'Nothing to pay', text: () => 'We waived this balance. You owe nothing.' },
  reviewed: {
    title: 'Balance on hold',
    text: () =>
      'We’re reviewing your reservation under state law. Nothing can be paid meanwhile, and the time doesn’t count against you: once it’s decided, we’ll email you the new due date.',
  },
  released: { title: 'No longer due', text: () => 'This request has ended. You owe nothing on it.' },
  over: {
    title: 'Balance overdue',
    text: (dueOn) =>
      `It was due ${dueOn} and can no longer be paid here. Write to us at /contact about your reservation.`,
  },
}

export const progressWords = {
  stages: 'Stages of your reservation',
  ownWait: ({ count, from, median, to }: StageSpread) =>
    `Of our own last ${count} transfers, half took ${Math.round(from)} to ${Math.round(to)} days from filing to approval; the one in the middle took ${Math.round(median)}.`,
  next: (label: string) => `Next: ${label}.`,
  all: 'All stages and their dates',
  accept: 'Your final price is ready. Please read and accept it: nothing is built before you do.',
  accepting: 'Read and accept',
  balance: (amount: string, day: string) => `Pay the balance of ${amount} by ${day}.`,
  balancePaused: (amount: string) =>
    `The balance of ${amount} waits while we review your reservation. We email you its new due date.`,
  paying: 'Open the balance',
  dealer: 'Choose the dealer who hands it over to you. We need to know them before we can send it.',
  choosing: 'Choose a dealer',
  sheet: 'Your price sheet',
} as const

/** In days: of `count` firearms a quarter was there shorter than `from`, half of them shorter than `median`, and a quarter longer than `to`. */
export type StageSpread = { count: number; from: number; median: number; to: number }

/** Fewer than these say nothing about the next one. */
const enough = 5

export function isTelling({ count }: StageSpread): boolean {
  return count >= enough
}
