import {
  heldSubject,
  type OrderSubject,
  type PaidFor,
  paidWords,
  type SubjectNoun,
  subjectNounOf,
  underReviewWords,
} from './subject.ts'
import { dateFormat, formatCalendarDate } from '#app/kit/dates.ts'
import { type Ending, isPaid, type OrderState, type Stage } from './rules.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { type DocumentKind, documentKindWords } from './review.ts'
import { endedText, endingWords, stageWords } from './stages.ts'

export function stateWords(state: OrderState, noun: SubjectNoun, paidFor: PaidFor = 'all') {
  const { title, text, order } = stateTexts[state]
  if (noun === 'order')
    return { title: order.title ?? title, text: order.text.replace('{paid}', paidWords[paidFor].text) }
  return { title: title.replaceAll('{it}', noun), text: text.replaceAll('{it}', noun) }
}

type ShownStatus = OrderSubject & {
  state: OrderState
  invoice: { amountCents: number; dueOn: string } | null
  paidFor: PaidFor
  ending: Ending | null
  review: string
}

/** What the page of an order says first. A reservation under review is nobody's yet, and one that ended is nobody's any more. */
export function statusWords({ state, invoice, paidFor, ending, review, ...what }: ShownStatus) {
  const noun = subjectNounOf(what)
  const subject = heldSubject(what)
  if (invoice) {
    const { amountCents, dueOn } = invoice
    return { title: invoiceWords.title, text: invoiceWords.text(amountCents, dueOn), review: '' }
  }
  if (!isPaid(state)) return { ...stateWords(state, noun, paidFor), review: '' }
  if (noun === 'order') return { ...stateWords(state, noun, paidFor), review }
  if (ending) return { title: endingWords[ending], text: endedText, review: '' }
  if (review) return { title: underReviewWords.title(subject), text: underReviewWords.text(noun), review }
  return { title: `${subject} is yours`, text: stateWords(state, noun).text, review }
}

const unheardText =
  'We have not heard back from the payment service yet. You will not be charged twice. This page updates by itself. If it takes more than a few minutes, we’ll email you what happens next.'

/** Of a number or a slot (`{it}`), and of any other order. */
const stateTexts: Record<
  OrderState,
  { title: string; text: string; order: { title?: string; text: string } }
> = {
  held: {
    title: 'Held for you',
    text: 'We’re holding the {it} while you enter your details and pay the deposit. Nothing has been charged.',
    order: {
      text: 'We’re holding your items while you enter your details and pay. Nothing has been charged.',
    },
  },
  paying: {
    title: 'Payment processing',
    text: 'The payment service is working on it, and your {it} stays on hold. This page updates by itself.',
    order: {
      text: 'The payment service is working on it, and your items stay on hold. This page updates by itself.',
    },
  },
  unknown: {
    title: 'Waiting for the payment service',
    text: unheardText,
    order: { text: unheardText },
  },
  review: {
    title: 'Payment under review',
    text: 'The payment service is reviewing this payment, which can take hours. Your {it} stays on hold until they decide. You don’t need to do anything: we’ll email you a confirmation, or how to pay another way.',
    order: {
      text: 'The payment service is reviewing this payment, which can take hours. Your items stay on hold until they decide. You don’t need to do anything: we’ll email you a confirmation, or how to pay another way.',
    },
  },
  paid: {
    title: 'Your {it} is reserved',
    text: 'Your deposit is paid and the {it} is yours. We’ve emailed you a confirmation with your private link.',
    order: { title: 'Thank you', text: '{paid} We’ve emailed you a confirmation with your private link.' },
  },
  paid_unfulfilled: {
    title: 'Your refund is on its way',
    text: 'Your payment arrived after the hold ended, and someone else got the {it}. We’re refunding everything you paid and will email you when it’s done.',
    order: {
      text: 'Your payment arrived after the hold ended, and someone else got something in your order. We’re refunding everything you paid and will email you when it’s done.',
    },
  },
  part_refunded: {
    title: 'Your {it} is reserved',
    text: 'Part of the deposit was refunded. The {it} is still yours.',
    order: {
      title: 'Partly refunded',
      text: 'Part of your order was refunded. The rest, below, is still yours.',
    },
  },
  refunded: {
    title: 'Refunded',
    text: 'Your deposit was refunded, and the {it} is no longer reserved for you.',
    order: { text: 'Everything you paid was refunded.' },
  },
  expired: {
    title: 'The hold expired',
    text: 'The deposit wasn’t paid in time. Nothing was charged, and the {it} is available again.',
    order: { text: 'The order wasn’t paid in time. Nothing was charged.' },
  },
  canceled: {
    title: 'Canceled',
    text: 'This order was canceled before the deposit was paid. Nothing was charged.',
    order: { text: 'This order was canceled before it was paid. Nothing was charged.' },
  },
}

/** An instant in the shop's time zone: `Nov 20, 2026, 7:05 AM EST`. */
export function formatMoment(moment: Date, timeZone: string): string {
  const format = dateFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  // Some engines set AM and PM off with a narrow space.
  return format.format(moment).replace('\u202F', ' ')
}

type EventData = Record<string, string | number | boolean | null>

/** What an event happened to: its amount in whole dollars where it can be, and to the cent. */
type Happened = { data: EventData; noun: SubjectNoun; amount: string; exact: string; due: string }

const dollarsOf = (cents: unknown, format: (cents: number) => string) =>
  typeof cents === 'number' ? format(cents) : ''

const documentOf = ({ data: { document } }: Happened) => documentKindWords[document as DocumentKind] ?? ''

/** What the history of an order says. An event without words is not shown. */
const eventTexts: Partial<Record<string, string | ((happened: Happened) => string | undefined)>> = {
  held: 'Held for you',
  renewed: 'Hold extended',
  paying: ({ amount }) => `Payment of ${amount} started`,
  paid: ({ data, noun, amount }) =>
    data.amountCents === 0
      ? 'Confirmed, nothing to pay'
      : `${noun === 'order' ? 'Payment' : 'Deposit'} of ${amount} paid`,
  declined: 'Payment declined, nothing charged',
  abandoned: 'Payment not completed, nothing charged',
  unknown: 'No answer from the payment service yet',
  review: 'Payment held for review',
  invoiced: 'Invoice sent',
  sold_on_the_spot: ({ amount }) => `${amount} received on the spot`,
  refund_started: ({ amount }) => `Refund of ${amount} started`,
  refunded: ({ amount }) => `${amount} refunded`,
  refund_by_check: ({ amount }) => `Refund of ${amount} will be sent by check`,
  refund_refused: 'Refund declined by the payment service',
  gateway_difference: ({ data, amount }) =>
    data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined,
  returned: 'Returned',
  rebooked: 'Moved to another date',
  stage: ({ data: { to } }) =>
    typeof to === 'string' && to in stageWords ? `Stage: ${stageWords[to as Stage].label}` : undefined,
  agreement_sent: 'Final price sent',
  agreement_accepted: ({ data }) => `Final price of ${dollarsOf(data.priceCents, formatCents)} accepted`,
  closed: 'Reservation ended',
  dealer: 'Dealer chosen',
  dealer_assigned: 'Dealer set by our staff',
  dealer_confirmed: 'Dealer confirmed',
  dealer_requested: 'Dealer contacted',
  dealer_accepted: 'Dealer accepted',
  dealer_declined: 'Dealer declined',
  dealer_expired: 'Dealer did not answer',
  dealer_withdrew: 'Dealer withdrew',
  review_approved: 'Review approved',
  review_declined: 'Review declined',
  review_document_requested: 'Document requested',
  review_reopened: 'A state rule changed: reviewed again',
  judged_again: 'State rules checked again',
  document_sent: (happened) => `Document received: ${documentOf(happened)}`,
  document_accepted: (happened) => `Document accepted: ${documentOf(happened)}`,
  document_refused: (happened) => `Document not accepted: ${documentOf(happened)}`,
  delivered: ({ data }) =>
    data.fulfillment === 'digital'
      ? 'First download'
      : data.fulfillment === 'in_person'
        ? 'Class attended'
        : undefined,
  dispatched: 'Package shipped',
  dispatch_undone: 'Package not shipped after all',
  parcel_delivered: 'Package delivered',
  parcel_returned: 'Package received back',
  tracking: 'Tracking corrected',
  delay_offered: 'Delay: choice to wait or cancel emailed',
  delay_answered: ({ data }) => (data.answer === 'wait' ? 'Agreed to wait' : 'Asked to cancel'),
  address: 'Delivery address changed',
  buyer_corrected: 'Contact details corrected by us',
  links_ended: 'All private links ended',
  line_removed: 'Item removed from the order',
  expired: 'Hold expired',
  canceled: 'Canceled before payment',
  balance_requested: ({ exact, due }) => `Balance of ${exact} requested${due}`,
  balance_extended: ({ due }) => `More time for the balance${due}`,
  balance_tax_changed: ({ exact }) =>
    `Balance changed to ${exact}, with the sales tax where the dealer is now`,
  balance_waived: 'Balance waived',
  balance_withdrawn: 'Balance request withdrawn',
  balance_reopened: ({ exact }) => `Balance of ${exact} due again, because the refund was not made`,
  balance_stays_refunded:
    'The balance is refunded all the same, and requested again if the reservation goes on',
  balance_recorded: ({ exact }) => `Balance of ${exact} received`,
}

export function eventWords(kind: string, data: EventData, noun: SubjectNoun = 'number'): string | undefined {
  const words = eventTexts[kind]
  if (typeof words !== 'function') return words
  const { amountCents, dueOn } = data
  const [amount, exact] = [dollarsOf(amountCents, formatCents), dollarsOf(amountCents, formatCentsExact)]
  const due = typeof dueOn === 'string' ? `, due ${formatCalendarDate(dueOn)}` : ''
  return words({ data, noun, amount, exact, due })
}

export const invoiceWords = {
  means: (dueOn: string) =>
    `First we email you to confirm your address. Then you get the invoice, and we hold everything for you until ${dueOn}. If it isn’t paid by then, the order is canceled and you owe nothing.`,
  button: 'Reserve and pay by invoice',
  title: 'Waiting for your payment',
  text: (amountCents: number, dueOn: string) =>
    `We’re holding everything for you. Pay ${formatCents(amountCents)} by ${dueOn}. This page and an email will tell you when your payment has arrived.`,
  name: (orderId: string) => `Include your order number: ${orderId}.`,
  owed: (dueOn: string) =>
    `First we email you to confirm your address. Then you get the invoice, due ${dueOn}. If it isn’t paid by then, the invoice is closed, and you can ask for another one on the page of your reservation.`,
  owedOverdue:
    'If it isn’t paid by then, this invoice is closed, and you can ask for another one on the page of your reservation.',
  overdue: 'If it isn’t paid by then, the order is canceled and you owe nothing.',
} as const
