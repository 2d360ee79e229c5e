import type { SubjectNoun } from './words/order-subject.ts'
import { type PaidFor, paidWords } from './words/paid-for.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import type { OrderState } from './rules.ts'

export const addressRefusalWords = {
  not_paid: 'This order has no paid package.',
  dispatched: 'Your package has already shipped. Write to us at /contact if you can’t receive it there.',
  packed: 'Your package is packed and about to ship. Write to us at /contact and we’ll open it again.',
  tax_differs:
    'Sales tax at that address differs from what you paid. Write to us at /contact, or return the items and order them again.',
} as const

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
