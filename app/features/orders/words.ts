import type { SubjectNoun } from './words/order-subject.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { formatCents } from '#app/kit/money.ts'
import { balanceEventWords } from './words/balance-events.ts'
import { documentEventWords } from './words/documents.ts'
import type { Ending, OrderState, Stage } from './rules.ts'
import { isNfaClass } from './rules/path.ts'
export { showTracking } from './words/parcels.ts'

/** Why the address of a paid order was not changed. */
export const addressRefusalWords = {
  not_paid: 'This order has no paid package.',
  dispatched: 'Your package has already shipped. Write to us at /contact if you can’t receive it there.',
  packed: 'Your package is packed and about to ship. Write to us at /contact and we’ll open it again.',
  tax_differs:
    'Sales tax at that address differs from what you paid. Write to us at /contact, or return the items and order them again.',
} as const

/** Title and text of an order's state on the order page. */
export function stateWords(state: OrderState, noun: SubjectNoun): { title: string; text: string } {
  if (noun === 'order') return orderTexts[state]
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

/** The same for orders that are not a single reservation. */
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
    text: 'Your order is paid. We’ve emailed you a confirmation with your private link.',
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

type StageText = { label: string; text: string }

/** Label and text of each stage of a reservation; the text says what to do now. Of NFA items: see `stageWordsOf`. */
export const stageWords: Record<Stage, StageText> = {
  reserved: {
    label: 'Reserved',
    text: 'It’s yours. Next we’ll email you its final price and details to accept. Nothing is built before you do.',
  },
  agreed: {
    label: 'Price agreed',
    text: 'You accepted the final price and details. Next comes the balance: we’ll email you a payment link and its due date.',
  },
  balance_paid: {
    label: 'Balance paid',
    text: 'The balance is paid. We’ll email you before the build begins.',
  },
  in_build: { label: 'In build', text: 'Your firearm is being built and engraved.' },
  built: {
    label: 'Built',
    text: 'It’s built, and we have filed Form 2, which registers it to us as its maker. Next we file Form 3, the transfer from us to your dealer.',
  },
  form3_filed: {
    label: 'Form 3 filed',
    text: 'We have filed Form 3, the transfer from us to your dealer. It is not your approval. From here on, write to us about a refund.',
  },
  form3_approved: {
    label: 'Form 3 approved',
    text: 'The transfer to your dealer is approved, so we can ship. It is not your approval: that is Form 4, which your dealer files with you once the firearm has arrived.',
  },
  shipped: {
    label: 'Shipped to your dealer',
    text: 'It’s on its way to your dealer. We’ll email you when it has arrived, with what to do then for Form 4.',
  },
  at_dealer: {
    label: 'At your dealer',
    text: 'It has arrived. Now make an appointment with your dealer for Form 4, the transfer to you. Bring a government photo ID, your fingerprints and a photograph, or ask your dealer to take them. If a trust or company will own it, bring its documents and a Form 5320.23 for each responsible person.',
  },
  form4_filed: {
    label: 'Form 4 filed',
    text: 'Form 4, the transfer to you, is filed. How long its review takes varies, and nobody can promise a date. The firearm stays at your dealer meanwhile.',
  },
  form4_approved: {
    label: 'Form 4 approved',
    text: 'Your transfer is approved. Make an appointment with your dealer to pick it up, and bring a government photo ID with your current address. You complete Form 4473 there, with any check that is required.',
  },
  picked_up: { label: 'Picked up', text: 'It’s yours. Keep a copy of the approved Form 4 with the firearm.' },
}

/** Where firearms outside the National Firearms Act differ. */
const plainStageWords: Partial<typeof stageWords> = {
  built: { label: 'Built', text: 'It’s built and test-fired. Next we ship it to your dealer.' },
  shipped: {
    label: 'Shipped to your dealer',
    text: 'It’s on its way to your dealer. We’ll email you when it has arrived, with what to bring. From here on, write to us about a refund.',
  },
  at_dealer: {
    label: 'At your dealer',
    text: 'It has arrived. Make an appointment with your dealer and bring a government photo ID with your current address. You complete Form 4473 there, your dealer runs the background check, and then hands it over.',
  },
  picked_up: { label: 'Picked up', text: 'It’s yours.' },
}

/** Label and text of a stage for an item of this class. */
export function stageWordsOf(stage: Stage, itemClass: string | null): StageText {
  return (isNfaClass(itemClass) ? undefined : plainStageWords[stage]) ?? stageWords[stage]
}

/** Labels of final stages without a transfer. */
export const endingWords: Record<Ending, string> = {
  canceled: 'Canceled',
  refunded: 'Refunded',
  disapproved: 'Transfer disapproved',
  withdrawn: 'Withdrawn',
}

/** The status of a reservation that ended while its order is not refunded, or not yet. */
export const endedText = 'This reservation has ended. You can read below why, and what is refunded.'

/** Events of delivered lines. Shipping has one event for all lines. */
const deliveredWords: Partial<Record<string, string>> = {
  digital: 'First download',
  in_person: 'Class attended',
}

/** One event of an order's history in words, or `undefined` for internal events. */
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
      return 'Hold extended'
    case 'paying':
      return `Payment of ${amount} started`
    case 'declined':
      return 'Payment declined, nothing charged'
    case 'abandoned':
      return 'Payment not completed, nothing charged'
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
      return `Refund of ${amount} started`
    case 'refunded':
      return `${amount} refunded`
    case 'refund_refused':
      return 'Refund declined by the payment service'
    case 'refund_by_check':
      return `Refund of ${amount} will be sent by check`
    case 'returned':
      return 'Returned'
    case 'gateway_difference':
      return data.kind === 'charged_back' ? `${amount} charged back by the card’s bank` : undefined
    case 'stage':
      return typeof data.to === 'string' && data.to in stageWords
        ? `Stage: ${stageWords[data.to as Stage].label}`
        : undefined
    case 'sold_on_the_spot':
      return `${amount} received on the spot`
    case 'rebooked':
      return 'Moved to another date'
    case 'dealer':
      return 'Dealer chosen'
    case 'dealer_assigned':
      return 'Dealer set by our staff'
    case 'drop_version':
      return `The drop changed for later buyers: ${data.words}. Your reservation keeps what it was made under`
    case 'links_ended':
      return 'All private links ended'
    case 'dealer_pending':
      return 'We’re checking your dealer'
    case 'dealer_refused':
      return 'Dealer not found'
    case 'dealer_confirmed':
      return 'Dealer confirmed'
    case 'dealer_requested':
      return 'Dealer contacted'
    case 'dealer_accepted':
      return 'Dealer accepted'
    case 'dealer_declined':
      return 'Dealer declined'
    case 'dealer_expired':
      return 'Dealer did not answer'
    case 'review_approved':
      return 'Review approved'
    case 'review_declined':
      return 'Review declined'
    case 'review_document_requested':
      return 'Document requested'
    case 'review_reopened':
      return 'A state rule changed: reviewed again'
    case 'agreement_sent':
      return 'Final price sent'
    case 'agreement_accepted':
      return `Final price of ${typeof data.priceCents === 'number' ? formatCents(data.priceCents) : ''} accepted`
    case 'closed':
      return 'Reservation ended'
    case 'dealer_withdrew':
      return 'Dealer withdrew'
    case 'judged_again':
      return 'State rules checked again'
    case 'delivered':
      return typeof data.fulfillment === 'string' ? deliveredWords[data.fulfillment] : undefined
    case 'dispatched':
      return 'Package shipped'
    case 'dispatch_undone':
      return 'Package not shipped after all'
    case 'parcel_delivered':
      return 'Package delivered'
    case 'parcel_returned':
      return 'Package received back'
    case 'tracking':
      return 'Tracking corrected'
    case 'delay_offered':
      return 'Delay: choice to wait or cancel emailed'
    case 'delay_answered':
      return data.answer === 'wait' ? 'Agreed to wait' : 'Asked to cancel'
    case 'address':
      return 'Delivery address changed'
    case 'buyer_corrected':
      return 'Contact details corrected by us'
    case 'line_removed':
      return 'Item removed from the order'
    case 'expired':
      return 'Hold expired'
    case 'canceled':
      return 'Canceled before payment'
    default:
      return documentEventWords(kind, data) ?? balanceEventWords(kind, data)
  }
}

/** An instant in the shop's time zone: `Nov 20, 2026, 7:05 AM EST`. */
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
  const day = `${part('month')} ${part('day')}, ${part('year')}`
  return `${day}, ${part('hour')}:${part('minute')} ${part('dayPeriod')} ${part('timeZoneName')}`
}
