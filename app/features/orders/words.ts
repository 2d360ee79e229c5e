import type { SubjectNoun } from './words/order-subject.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import type { Ending, OrderState, Stage } from './rules.ts'

/** Why where a paid order goes was not changed. */
export const addressRefusalWords = {
  not_paid: 'There is no paid parcel on this order.',
  dispatched: 'The parcel was dispatched meanwhile. Write to us at /contact if it cannot be received there.',
  tax_differs:
    'The sales tax at that address is another one than what was paid. Write to us at /contact, or take the items back and order them again.',
} as const

/** What an order's state means for its buyer, on the order's page. */
export function stateWords(state: OrderState, noun: SubjectNoun): { title: string; text: string } {
  if (noun === 'order') return orderTexts[state]
  const { title, text } = stateTexts[state]
  return { title: title.replaceAll('{it}', noun), text: text.replaceAll('{it}', noun) }
}

const stateTexts: Record<OrderState, { title: string; text: string }> = {
  held: {
    title: 'Held for you',
    text: 'The {it} waits for your details and the deposit. Nothing has been charged.',
  },
  paying: {
    title: 'Payment under way',
    text: 'The payment service is working on it. Your {it} stays yours meanwhile. This page updates itself.',
  },
  unknown: {
    title: 'Waiting for the payment service',
    text: 'We have not heard back from the payment service yet. You will not be charged twice. This page updates itself, and if it takes more than a few minutes we email you what happens next.',
  },
  review: {
    title: 'Payment under review',
    text: 'The payment service holds this payment for a person to check. Your {it} stays yours until they decide, which can take hours. You do not need to do anything: we email you the confirmation, or how to pay another way.',
  },
  paid: {
    title: 'Your {it} is reserved',
    text: 'The deposit is paid and the {it} is yours. We have sent a confirmation with your private link.',
  },
  paid_unfulfilled: {
    title: 'Your money is on its way back',
    text: 'Your payment arrived after the hold had ended, and the {it} had gone to somebody else. Everything you paid goes back automatically. We email you when it has.',
  },
  part_refunded: {
    title: 'Your {it} is reserved',
    text: 'Part of the deposit has been given back. The {it} stays yours.',
  },
  refunded: {
    title: 'Refunded',
    text: 'The deposit has been given back, and the {it} is no longer reserved for you.',
  },
  expired: {
    title: 'The hold ran out',
    text: 'The time to pay was over before the deposit was paid. Nothing was charged, and the {it} is open again.',
  },
  canceled: {
    title: 'Canceled',
    text: 'This order was let go before the deposit was paid. Nothing was charged.',
  },
}

/** The same for orders that are no single reservation. */
const orderTexts: typeof stateTexts = {
  held: {
    title: 'Held for you',
    text: 'Your items wait for your details and the payment. Nothing has been charged.',
  },
  paying: {
    title: 'Payment under way',
    text: 'The payment service is working on it. Your items stay yours meanwhile. This page updates itself.',
  },
  unknown: stateTexts.unknown,
  review: {
    title: 'Payment under review',
    text: 'The payment service holds this payment for a person to check. Your items stay yours until they decide, which can take hours. You do not need to do anything: we email you the confirmation, or how to pay another way.',
  },
  paid: {
    title: 'Thank you',
    text: 'Your order is paid. We have sent a confirmation with your private link.',
  },
  paid_unfulfilled: {
    title: 'Your money is on its way back',
    text: 'Your payment arrived after the hold had ended, and something in the order had gone to somebody else. Everything you paid goes back automatically. We email you when it has.',
  },
  part_refunded: {
    title: 'Your order stands',
    text: 'Part of it has been given back. What is left below stays yours.',
  },
  refunded: { title: 'Refunded', text: 'Everything you paid has been given back.' },
  expired: {
    title: 'The hold ran out',
    text: 'The time to pay was over before the order was paid. Nothing was charged.',
  },
  canceled: { title: 'Canceled', text: 'This order was let go before it was paid. Nothing was charged.' },
}

/** The stages of a reservation: what each is called, and what happens in it. */
export const stageWords: Record<Stage, { label: string; text: string }> = {
  reserved: {
    label: 'Reserved',
    text: 'It is yours. We write to you before the build begins.',
  },
  in_build: { label: 'In build', text: 'Your firearm is being built and engraved.' },
  form_filed: {
    label: 'Form filed',
    text: 'We have filed the federal transfer form. From here on refunds go through us.',
  },
  under_review: {
    label: 'Under review',
    text: 'The federal review is under way. How long it takes varies, and nobody can promise a date.',
  },
  approved: { label: 'Approved', text: 'The transfer is approved. We send the firearm to your dealer.' },
  at_dealer: {
    label: 'At your dealer',
    text: 'It has arrived. Your dealer does the last form with you and hands it over.',
  },
  transferred: { label: 'Transferred', text: 'It is yours. Keep the approval with the firearm.' },
}

/** What a reservation is called that will not be transferred. */
export const endingWords: Record<Ending, string> = { canceled: 'Canceled', refunded: 'Refunded' }

/** What is told of a delivered line; a parcel's dispatch is told for all of its lines at once. */
const deliveredWords: Partial<Record<string, string>> = {
  digital: 'Downloaded for the first time',
  in_person: 'Class attended',
}

/** One event of an order's history in words, or `undefined` for what only bookkeeping cares about. */
export function eventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
  noun: SubjectNoun = 'number',
): string | undefined {
  const amount = typeof data.amountCents === 'number' ? formatCents(data.amountCents) : ''
  switch (kind) {
    case 'held':
      return 'Held for you'
    case 'renewed':
      return 'Hold renewed'
    case 'paying':
      return `Payment of ${amount} begun`
    case 'declined':
      return 'Payment declined, nothing charged'
    case 'abandoned':
      return 'Payment never arrived, nothing charged'
    case 'unknown':
      return 'No answer from the payment service yet'
    case 'review':
      return 'Payment held for review'
    case 'invoiced':
      return 'Invoice sent'
    case 'paid':
      if (data.amountCents === 0) return 'Confirmed, nothing to pay'
      return `${noun === 'order' ? 'Payment' : 'Deposit'} of ${amount} paid`
    case 'refund_started':
      return `Refund of ${amount} begun`
    case 'refunded':
      return `${amount} refunded`
    case 'refund_refused':
      return 'Refund refused by the payment service'
    case 'refund_by_check':
      return `Refund of ${amount} comes by check`
    case 'returned':
      return 'Given back'
    case 'gateway_difference':
      return data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined
    case 'stage':
      return typeof data.to === 'string' && data.to in stageWords
        ? `Stage: ${stageWords[data.to as Stage].label}`
        : undefined
    case 'rebooked':
      return 'Moved to another date'
    case 'dealer':
      return 'Dealer chosen'
    case 'links_ended':
      return 'All private links ended'
    case 'dealer_pending':
      return 'Our staff look your dealer up'
    case 'dealer_refused':
      return 'No such dealer was found'
    case 'dealer_confirmed':
      return 'Your dealer was confirmed'
    case 'dealer_asked':
      return 'Your dealer was asked'
    case 'dealer_accepted':
      return 'Your dealer accepted'
    case 'dealer_declined':
      return 'The dealer declined'
    case 'dealer_expired':
      return 'The dealer did not answer'
    case 'judged_again':
      return 'State rules checked again'
    case 'delivered':
      return typeof data.fulfillment === 'string' ? deliveredWords[data.fulfillment] : undefined
    case 'dispatched':
      return 'Parcel dispatched'
    case 'address':
      return 'Delivery address changed'
    case 'line_removed':
      return 'An item was taken off the order'
    case 'expired':
      return 'Hold ran out'
    case 'canceled':
      return 'Let go before payment'
    default:
      return undefined
  }
}

/** A moment as the order's page writes it, in the shop's zone: `20 Nov 2026, 7:05 AM EST`. */
export function formatMoment(moment: Date, timeZone: string): string {
  const written = dateFormat('en-US', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => written.find((each) => each.type === type)?.value ?? ''
  const day = `${part('day')} ${part('month')} ${part('year')}`
  return `${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod')} ${part('timeZoneName')}`
}
