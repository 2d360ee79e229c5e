import type { Fulfillment } from '../sellable.ts'
import type { LineRefund, LineRefundRefusal, RefundEnd } from '../rules/refund-clock.ts'
import { dateFormat } from '#app/kit/date-format.ts'

/**
 * A line's own refund clock in words: until when its buyer may take it back, or why not any more. `keptCents` is what has
 * not been given back of it: of a free line, or one whose money went back before, nothing.
 */
export function refundClockWords(verdict: LineRefund, timeZone: string, keptCents: number): string {
  if (!verdict.ok) return lineRefusalWords[verdict.why]
  const until = endWords(verdict.until, timeZone)
  return keptCents > 0 ? `Refundable in full until ${until}` : `Can be given back until ${until}`
}

function endWords(until: RefundEnd, timeZone: string): string {
  if (until instanceof Date) return formatDeadline(until, timeZone)
  return {
    form_filed: 'we file your transfer form',
    dispatched: 'we dispatch it',
    downloaded: 'the first download',
  }[until]
}

/** A moment by which something must be done, in the shop's zone: `Fri, Nov 27, 6:00 PM EST`. */
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

/** Why a line cannot be taken back by its buyer, as said beside it. */
const lineRefusalWords: Record<LineRefundRefusal, string> = {
  not_paid: 'Not paid',
  returned: 'Given back',
  refund_under_way: 'On its way back',
  code_in_use: 'Its early-access code holds or took a number: no longer refundable here',
  form_filed: 'The transfer form is filed: refunds go through us now',
  dispatched: 'Dispatched: write to us about a return',
  downloaded: 'Downloaded: no longer refundable here',
  too_late: 'The time to take it back is over',
}

/** Why a request of the buyer to take lines back came to nothing. */
export type OwnRefundRefusal = LineRefundRefusal | 'nothing_chosen' | 'too_much'

/** Why nothing was refunded. */
export const refundRefusalWords: Record<OwnRefundRefusal, string> = {
  not_paid: 'There is no deposit to give back on this order.',
  returned: 'This was given back already.',
  refund_under_way:
    'Part of what you chose is on its way back already, so nothing more was started. Choose again from what is left.',
  code_in_use:
    'The early-access code of this patch holds or took a number, so the patch no longer goes back by itself. Give that number back first.',
  form_filed:
    'The federal transfer form is filed, so this page can no longer refund the deposit by itself. Write to us at /contact and we settle it with you.',
  dispatched: 'This was dispatched meanwhile. Write to us at /contact about a return.',
  downloaded: 'This was downloaded meanwhile, so it can no longer be refunded here.',
  too_late: 'The time to take this back is over. Write to us at /contact if something went wrong.',
  nothing_chosen: 'Choose at least one item to give back.',
  too_much: 'There is nothing left to give back here.',
}

/** An open or stopped refund in words, on the order's page: how much, and what happens next. */
export function refundProgressWords(refund: {
  state: 'started' | 'by_check' | 'refused'
  /** Dollars and cents, as written. */
  amount: string
  /** What it is for; empty where that says nothing new. */
  of: string
  /** What has to happen first; `null` while nobody has said. */
  waitingFor: string | null
}): string {
  const what = refund.of ? `${refund.amount} for ${refund.of}` : refund.amount
  if (refund.state === 'by_check') return `${what}: ${stoppedWords.by_check}`
  if (refund.state === 'refused') return `${what}: ${stoppedWords.refused}`
  return `${what} is on its way back. ${refund.waitingFor ?? 'This page updates itself.'}`
}

/** What happens next with a refund that the payment service did not make. */
export const stoppedWords = {
  by_check:
    'your card can no longer be refunded, since the payment was too long ago. We send you a check instead, and email you when it is on its way.',
  refused:
    'the payment service did not accept this refund. We know about it and will take care of it: you do not have to ask again, and the money stays owed to you.',
} as const

/** What a line is in money terms, on a receipt. */
export const fulfillmentWords: Record<Fulfillment, string> = {
  ffl_transfer: 'Refundable reservation deposit',
  shipping: 'Sent by post',
  digital: 'Download',
  in_person: 'In person',
}
