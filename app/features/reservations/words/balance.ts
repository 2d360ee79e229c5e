import type { CheckoutWords } from '#app/features/orders/sellable.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { Terms } from '../rules/agreement.ts'
import { type BalanceState, balanceTerms } from '../rules/balance.ts'
import { placeName, type TaxDoubt } from '../rules/balance-tax.ts'
import { termsRows } from './agreement.ts'

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
