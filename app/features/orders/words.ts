import { type SubjectNoun, type PaidFor, paidWords } from './subject.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import type { OrderState, Stage } from './rules.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { documentEventWords } from './review.ts'
import { stageWords } from './stages.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'

export function stateWords(
  state: OrderState,
  noun: SubjectNoun,
  paidFor: PaidFor = 'all',
): { title: string; text: string } {
  if (noun === 'order') {
    const { title, text } = orderTexts[state]
    return { title, text: text.replace('{paid}', paidWords[paidFor].text) }
  }
  const { title, text } = stateTexts[state]
  return { title: title.replaceAll('{it}', noun), text: text.replaceAll('{it}', noun) }
}

const stateTexts: Record<OrderState, { title: string; text: string }> = {
  held: {
    title: 'Held for you',
    text: 'We’re holding the {it} while you enter your details and pay the deposit. Nothing has been charged.',
  },
  paying: {
    title: 'Payment processing',
    text: 'The payment service is working on it, and your {it} stays on hold. This page updates by itself.',
  },
  unknown: {
    title: 'Waiting for the payment service',
    text: 'We have not heard back from the payment service yet. You will not be charged twice. This page updates by itself. If it takes more than a few minutes, we’ll email you what happens next.',
  },
  review: {
    title: 'Payment under review',
    text: 'The payment service is reviewing this payment, which can take hours. Your {it} stays on hold until they decide. You don’t need to do anything: we’ll email you a confirmation, or how to pay another way.',
  },
  paid: {
    title: 'Your {it} is reserved',
    text: 'Your deposit is paid and the {it} is yours. We’ve emailed you a confirmation with your private link.',
  },
  paid_unfulfilled: {
    title: 'Your refund is on its way',
    text: 'Your payment arrived after the hold ended, and someone else got the {it}. We’re refunding everything you paid and will email you when it’s done.',
  },
  part_refunded: {
    title: 'Your {it} is reserved',
    text: 'Part of the deposit was refunded. The {it} is still yours.',
  },
  refunded: {
    title: 'Refunded',
    text: 'Your deposit was refunded, and the {it} is no longer reserved for you.',
  },
  expired: {
    title: 'The hold expired',
    text: 'The deposit wasn’t paid in time. Nothing was charged, and the {it} is available again.',
  },
  canceled: {
    title: 'Canceled',
    text: 'This order was canceled before the deposit was paid. Nothing was charged.',
  },
}

const orderTexts: typeof stateTexts = {
  held: {
    title: 'Held for you',
    text: 'We’re holding your items while you enter your details and pay. Nothing has been charged.',
  },
  paying: {
    title: 'Payment processing',
    text: 'The payment service is working on it, and your items stay on hold. This page updates by itself.',
  },
  unknown: stateTexts.unknown,
  review: {
    title: 'Payment under review',
    text: 'The payment service is reviewing this payment, which can take hours. Your items stay on hold until they decide. You don’t need to do anything: we’ll email you a confirmation, or how to pay another way.',
  },
  paid: {
    title: 'Thank you',
    text: '{paid} We’ve emailed you a confirmation with your private link.',
  },
  paid_unfulfilled: {
    title: 'Your refund is on its way',
    text: 'Your payment arrived after the hold ended, and someone else got something in your order. We’re refunding everything you paid and will email you when it’s done.',
  },
  part_refunded: {
    title: 'Partly refunded',
    text: 'Part of your order was refunded. The rest, below, is still yours.',
  },
  refunded: { title: 'Refunded', text: 'Everything you paid was refunded.' },
  expired: {
    title: 'The hold expired',
    text: 'The order wasn’t paid in time. Nothing was charged.',
  },
  canceled: { title: 'Canceled', text: 'This order was canceled before it was paid. Nothing was charged.' },
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

const deliveredWords: Partial<Record<string, string>> = {
  digital: 'First download',
  in_person: 'Class attended',
}

const plainWords: Partial<Record<string, string>> = {
  held: 'Held for you',
  renewed: 'Hold extended',
  declined: 'Payment declined, nothing charged',
  abandoned: 'Payment not completed, nothing charged',
  unknown: 'No answer from the payment service yet',
  review: 'Payment held for review',
  invoiced: 'Invoice sent',
  refund_refused: 'Refund declined by the payment service',
  returned: 'Returned',
  rebooked: 'Moved to another date',
  dealer: 'Dealer chosen',
  dealer_assigned: 'Dealer set by our staff',
  links_ended: 'All private links ended',
  dealer_confirmed: 'Dealer confirmed',
  dealer_requested: 'Dealer contacted',
  dealer_accepted: 'Dealer accepted',
  dealer_declined: 'Dealer declined',
  dealer_expired: 'Dealer did not answer',
  review_approved: 'Review approved',
  review_declined: 'Review declined',
  review_document_requested: 'Document requested',
  review_reopened: 'A state rule changed: reviewed again',
  agreement_sent: 'Final price sent',
  closed: 'Reservation ended',
  dealer_withdrew: 'Dealer withdrew',
  judged_again: 'State rules checked again',
  dispatched: 'Package shipped',
  dispatch_undone: 'Package not shipped after all',
  parcel_delivered: 'Package delivered',
  parcel_returned: 'Package received back',
  tracking: 'Tracking corrected',
  delay_offered: 'Delay: choice to wait or cancel emailed',
  address: 'Delivery address changed',
  buyer_corrected: 'Contact details corrected by us',
  line_removed: 'Item removed from the order',
  expired: 'Hold expired',
  canceled: 'Canceled before payment',
}

export function eventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
  noun: SubjectNoun = 'number',
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCents(data.amountCents) : ''
  switch (kind) {
    case 'paying':
      return `Payment of ${amount} started`
    case 'paid':
      if (data.amountCents === 0) return 'Confirmed, nothing to pay'
      return `${noun === 'order' ? 'Payment' : 'Deposit'} of ${amount} paid`
    case 'refund_started':
      return `Refund of ${amount} started`
    case 'refunded':
      return `${amount} refunded`
    case 'refund_by_check':
      return `Refund of ${amount} will be sent by check`
    case 'gateway_difference':
      return data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined
    case 'stage':
      return typeof data.to === 'string' && data.to in stageWords
        ? `Stage: ${stageWords[data.to as Stage].label}`
        : undefined
    case 'sold_on_the_spot':
      return `${amount} received on the spot`
    case 'agreement_accepted':
      return `Final price of ${typeof data.priceCents === 'number' ? formatCents(data.priceCents) : ''} accepted`
    case 'delivered':
      return typeof data.fulfillment === 'string' ? deliveredWords[data.fulfillment] : undefined
    case 'delay_answered':
      return data.answer === 'wait' ? 'Agreed to wait' : 'Asked to cancel'
    default:
      return plainWords[kind] ?? documentEventWords(kind, data) ?? balanceEventWords(kind, data)
  }
}

function balanceEventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCentsExact(data.amountCents) : ''
  const due = typeof data.dueOn === 'string' ? `, due ${formatCalendarDate(data.dueOn)}` : ''
  switch (kind) {
    case 'balance_requested':
      return `Balance of ${amount} requested${due}`
    case 'balance_extended':
      return `More time for the balance${due}`
    case 'balance_tax_changed':
      return `Balance changed to ${amount}, with the sales tax where the dealer is now`
    case 'balance_waived':
      return 'Balance waived'
    case 'balance_withdrawn':
      return 'Balance request withdrawn'
    case 'balance_reopened':
      return `Balance of ${amount} due again, because the refund was not made`
    case 'balance_stays_refunded':
      return 'The balance is refunded all the same, and requested again if the reservation goes on'
    case 'balance_recorded':
      return `Balance of ${amount} received`
    default:
      return undefined
  }
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
