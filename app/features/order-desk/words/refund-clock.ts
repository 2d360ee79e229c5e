import type { LineRefund, LineRefundRefusal, RefundEnd } from '#app/features/orders/rules/refund-clock.ts'
import { formatStamp } from '#app/kit/date-format.ts'

/**
 * Until when the buyer may return a line without asking, or why they no longer can, as staff read it. `unrefundedCents` is what of
 * the line is not refunded, 0 for a free one.
 */
export function staffRefundClockWords(
  verdict: LineRefund,
  { timeZone, now, unrefundedCents }: { timeZone: string; now: Date; unrefundedCents: number },
): string {
  if (!verdict.ok) return refusalWords[verdict.why]
  const { until } = verdict
  const end = until instanceof Date ? `until ${formatStamp(until, timeZone, now)}` : endWords[until]
  return unrefundedCents > 0 ? `Buyer may refund it in full ${end}` : `Buyer may return it ${end}`
}

const endWords: Record<Exclude<RefundEnd, Date>, string> = {
  form_filed: 'until the transfer form is filed',
  dispatched: 'until it ships',
  downloaded: 'until the first download',
}

const refusalWords: Record<LineRefundRefusal, string> = {
  not_paid: 'Not paid',
  returned: 'Refunded',
  ended: 'The reservation has ended',
  refund_under_way: 'Refund in progress',
  code_in_use: 'Its early-access code holds or bought a number: only staff refund it',
  line_unreadable: 'Its record cannot be read: only staff refund it',
  form_filed: 'The transfer form is filed: only staff refund it',
  with_reservation: 'Refunded together with the reservation',
  dispatched: 'Shipped: only staff refund it',
  downloaded: 'Downloaded: only staff refund it',
  too_late: 'The refund period has ended: only staff refund it',
}
