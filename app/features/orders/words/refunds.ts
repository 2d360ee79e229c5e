import type { Fulfilment } from '../sellable.ts'
import type { LineRefund, LineRefundRefusal, RefundEnd } from '../rules/refunds.ts'
import { dateFormat } from '#app/kit/date-format.ts'

/** A line's own refund clock in words: until when its buyer may take it back, or why not any more. */
export function refundClockWords(verdict: LineRefund, timeZone: string): string {
  return verdict.ok
    ? `Refundable in full until ${endWords(verdict.until, timeZone)}`
    : lineRefusalWords[verdict.why]
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
export function formatDeadline(moment: Date, timeZone: string): string {
  return dateFormat('en-US', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  }).format(moment)
}

/** Why a line cannot be taken back by its buyer, as said beside it. */
const lineRefusalWords: Record<LineRefundRefusal, string> = {
  not_paid: 'Not paid',
  returned: 'Given back',
  free: 'Free of charge',
  form_filed: 'The transfer form is filed: refunds go through us now',
  dispatched: 'Dispatched: write to us about a return',
  downloaded: 'Downloaded: no longer refundable here',
  too_late: 'The time to take it back is over',
}

/** Why nothing was refunded. */
export const refundRefusalWords: Record<LineRefundRefusal | 'refund_under_way' | 'nothing_chosen', string> = {
  not_paid: 'There is no deposit to give back on this order.',
  returned: 'This was given back already.',
  free: 'Nothing was paid for this, so there is nothing to give back.',
  form_filed:
    'The federal transfer form is filed, so this page can no longer refund the deposit by itself. Write to us at /contact and we settle it with you.',
  dispatched: 'This was dispatched meanwhile. Write to us at /contact about a return.',
  downloaded: 'This was downloaded meanwhile, so it can no longer be refunded here.',
  too_late: 'The time to take this back is over. Write to us at /contact if something went wrong.',
  refund_under_way: 'Your refund is under way already.',
  nothing_chosen: 'Choose at least one item to give back.',
}

/** What a line is in money terms, on a receipt. */
export const fulfilmentWords: Record<Fulfilment, string> = {
  transfer: 'Refundable reservation deposit',
  parcel: 'Sent by post',
  download: 'Download',
  attend: 'In person',
}
