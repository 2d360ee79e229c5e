import type { Fulfillment } from '../rules/goods.ts'
import type { LineRefund, LineRefundRefusal, RefundEnd } from '../rules/refund-clock.ts'
import { dateFormat } from '#app/kit/date-format.ts'

/**
 * A line's refund clock in words: until when it is refundable, or why not. `unrefundedCents` is the unrefunded amount, 0
 * for a free line.
 */
export function refundClockWords(verdict: LineRefund, timeZone: string, unrefundedCents: number): string {
  if (!verdict.ok) return lineRefusalWords[verdict.why]
  const until = endWords(verdict.until, timeZone)
  return unrefundedCents > 0 ? `Refundable in full until ${until}` : `Can be returned until ${until}`
}

function endWords(until: RefundEnd, timeZone: string): string {
  if (until instanceof Date) return formatDeadline(until, timeZone)
  return {
    form_filed: 'we file your transfer form',
    dispatched: 'we ship it',
    downloaded: 'the first download',
  }[until]
}

function formatDeadline(moment: Date, timeZone: string): string {
  return dateFormat('en-US', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(moment)
}

const lineRefusalWords: Record<LineRefundRefusal, string> = {
  not_paid: 'Not paid',
  returned: 'Refunded',
  ended: 'This reservation has ended',
  refund_under_way: 'Refund in progress',
  code_in_use: 'Its early-access code holds or bought a number: no longer refundable here',
  line_unreadable: 'Write to us about a refund',
  form_filed: 'The transfer form is filed: write to us about a refund',
  with_reservation: 'Refunded together with your reservation',
  dispatched: 'Shipped: write to us about a return',
  downloaded: 'Downloaded: no longer refundable here',
  too_late: 'The refund period has ended',
}

export type OwnRefundRefusal = LineRefundRefusal | 'nothing_chosen' | 'too_much'

export const refundRefusalWords: Record<OwnRefundRefusal, string> = {
  not_paid: 'This order has no deposit to refund.',
  returned: 'This was already refunded.',
  ended: 'This reservation has ended. What you get back is written above.',
  refund_under_way:
    'Part of what you chose is already being refunded, so nothing new was started. Choose again from what is left.',
  code_in_use:
    'The early-access code of this patch holds or bought a number, so the patch can’t be refunded on its own. Refund that number first.',
  line_unreadable:
    'We have to look at this one ourselves. Write to us at /contact and we’ll refund it with you.',
  form_filed:
    'The federal transfer form is filed, so you can no longer refund the deposit on this page. Write to us at /contact and we’ll work it out with you.',
  with_reservation:
    'This is refunded together with the deposit, on the page of your reservation, until we file your transfer form.',
  dispatched: 'This has already shipped. Write to us at /contact about a return.',
  downloaded: 'This has already been downloaded, so it can no longer be refunded here.',
  too_late: 'The refund period has ended. Write to us at /contact if something went wrong.',
  nothing_chosen: 'Choose at least one item to refund.',
  too_much: 'There is nothing left to refund here.',
}

export function refundProgressWords(refund: {
  state: 'started' | 'by_check' | 'refused'
  amount: string
  /** What it is for; empty if obvious. */
  of: string
  /** What the gateway is waiting for; `null` if unknown. */
  waitingFor: string | null
}): string {
  const what = refund.of ? `${refund.amount} for ${refund.of}` : refund.amount
  if (refund.state === 'by_check') return `${what}: ${stoppedWords.by_check}`
  if (refund.state === 'refused') return `${what}: ${stoppedWords.refused}`
  return `Your refund of ${what} is on its way. ${refund.waitingFor ?? 'This page updates by itself.'}`
}

export const stoppedWords = {
  by_check:
    'your card can no longer be refunded because the payment was too long ago. We’ll send you a check instead and email you when it is on its way.',
  refused:
    'the payment service did not accept this refund. We know about it and will take care of it. You don’t need to ask again; we still owe you the money.',
} as const

export const fulfillmentWords: Record<Fulfillment, string> = {
  ffl_transfer: 'Refundable reservation deposit',
  shipping: 'Shipped to you',
  digital: 'Download',
  in_person: 'In person',
  with_reservation: 'Goes with your reservation',
}
