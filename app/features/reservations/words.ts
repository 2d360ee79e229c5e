import {
  balanceTerms,
  type Exit,
  exitRows,
  type GateName,
  placeName,
  type Shipment,
  type TaxDoubt,
  type Terms,
} from './rules.ts'
import { offeredWords } from '#app/features/orders/offered.ts'
import { formatCentsExact } from '#app/kit/money.ts'
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

export const agreementTitle = 'Your final price'

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

/** What the buyer reads of an exit: why, what staff wrote, and what goes back. */
export function exitParagraphs({
  exit,
  note,
  refundCents,
}: {
  exit: Exit
  note: string
  refundCents: number
}) {
  const money =
    refundCents > 0
      ? `${formatCentsExact(refundCents)} of what you paid to reserve it goes back the way it was paid, and a balance you paid goes back in full. We email you each refund.`
      : 'As we agreed in writing, the deposit stays with us. A balance you paid goes back in full.'
  return [exitRows[exit].text, note, money]
}

export function unpaidWords(dueOn: string, releasedOn: string): string {
  return `If the balance isn’t paid by ${dueOn}, we remind you, and keep the reservation until ${releasedOn}. After that we may release it to others, and you get the whole deposit back. If you need more time, write to us.`
}
