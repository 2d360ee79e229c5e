import { shareOf } from '#app/features/console/rules.ts'
import { isEnding, type OrderState } from '#app/features/orders/rules.ts'
import { pathOf } from '#app/features/orders/rules/path.ts'
import { lineRefund, type RefundableLine } from '#app/features/orders/rules/refund-clock.ts'
import { after, day } from '#app/kit/clock.ts'

/** A refund clock to scale: where it is, and where rules change on the way, as shares from 0 to 1. */
export type Clock = { now: number; thresholds: number[] }

/** The days after which an unsent parcel is late, and after which its buyer chooses (16 CFR 435.2). */
const parcelDays = { late: 20, over: 30 } as const

/**
 * The refund clock of a line as a drawing: a firearm's runs by stages up to the filed form, a class's by time, a parcel's by
 * the days in which it has to leave. `undefined` for what has no course of its own, as a download, and for what is over.
 */
export function clockOf(
  line: RefundableLine & { itemClass: string | null },
  order: { state: OrderState; paidAt: Date | null },
  now: Date,
): Clock | undefined {
  const { paidAt } = order
  const refund = lineRefund(line, order, now)
  if (!paidAt || (!refund.ok && (refund.why === 'returned' || refund.why === 'ended'))) return undefined
  if (line.fulfillment === 'ffl_transfer') return stageClock(line)
  if (line.fulfillment === 'in_person' && line.refundUntil)
    return { now: shareOf(paidAt, line.refundUntil, now), thresholds: [] }
  if (line.fulfillment !== 'shipping') return undefined
  const end = after(paidAt, parcelDays.over * day)
  return {
    now: line.deliveredAt ? 1 : shareOf(paidAt, end, now),
    thresholds: [parcelDays.late / parcelDays.over],
  }
}

function stageClock({ itemClass, stage }: { itemClass: string | null; stage: RefundableLine['stage'] }) {
  if (stage === null || isEnding(stage)) return undefined
  const path = pathOf(itemClass)
  const form = path.indexOf('form3_filed')
  const end = form < 0 ? path.indexOf('shipped') : form
  const share = (at: number) => Math.min(1, at / end)
  return {
    now: share(path.indexOf(stage)),
    thresholds: path.slice(1, end).map((_, at) => share(at + 1)),
  }
}
