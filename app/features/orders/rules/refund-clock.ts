import { allowed, refuse } from '#app/kit/refusal.ts'
import { type Ending, isEnding, isPaid, type OrderState, type Stage, stages } from '../rules.ts'
import type { ReturnRefusal } from '../sellable.ts'
import type { Fulfillment } from './goods.ts'

export type LineMoney = { unitCents: number; quantity: number; taxCents: number; refundedCents: number }

export type RefundableLine = LineMoney & {
  position: number
  fulfillment: Fulfillment
  stage: Stage | Ending | null
  refundUntil: Date | null
  deliveredAt: Date | null
  returnedAt: Date | null
  /** A refund that returns the line is open. */
  isReturning?: boolean
  returnRefusal?: ReturnRefusal
}

/** The price of a line with its tax, in cents. */
export function lineCents({ unitCents, quantity, taxCents }: Omit<LineMoney, 'refundedCents'>): number {
  return unitCents * quantity + taxCents
}

export function unrefundedLineCents(line: LineMoney): number {
  return lineCents(line) - line.refundedCents
}

export type RefundEnd = 'form_filed' | 'dispatched' | 'downloaded' | Date

/**
 * May the buyer return this line without asking us, and until when? Each line has its own clock (product decisions,
 * "Rules of the shop"): a firearm until its form is filed, a package until it ships, a download until the first
 * download, a class until an instant fixed with the seat.
 */
export function lineRefund(line: RefundableLine, order: { state: OrderState }, now: Date) {
  if (order.state === 'refunded') return refuse('returned')
  if (!isPaid(order.state)) return refuse('not_paid')
  if (line.returnedAt || line.stage === 'refunded') return refuse('returned')
  if (line.isReturning) return refuse('refund_under_way')
  if (line.stage !== null && isEnding(line.stage)) return refuse('ended')
  const clock = refundClock(line, now)
  return clock.ok && line.returnRefusal ? refuse(line.returnRefusal) : clock
}

function refundClock(line: RefundableLine, now: Date) {
  switch (line.fulfillment) {
    case 'ffl_transfer':
      return isFormFiled(line.stage) ? refuse('form_filed') : open('form_filed')
    case 'shipping':
      return line.deliveredAt ? refuse('dispatched') : open('dispatched')
    case 'digital':
      return line.deliveredAt ? refuse('downloaded') : open('downloaded')
    case 'with_reservation':
      return refuse('with_reservation')
    case 'in_person':
      return line.deliveredAt || line.refundUntil === null || line.refundUntil <= now
        ? refuse('too_late')
        : open(line.refundUntil)
  }
}

const open = (until: RefundEnd) => ({ ok: true as const, until })

export type LineRefund = ReturnType<typeof lineRefund>

export type LineRefundRefusal = Extract<LineRefund, { ok: false }>['why']

/**
 * Is Form 3, the transfer to the dealer, filed? From then on staff decide about refunds. A firearm without Form 3 counts as
 * filed once it is shipped.
 */
export function isFormFiled(stage: Stage | Ending | null): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) >= stages.indexOf('form3_filed')
}

/** May the buyer choose another dealer? Only until the form is filed, because the form names the dealer. */
export function mayChooseDealer(order: { state: OrderState; lines: readonly RefundableLine[] }, now: Date) {
  const verdicts = order.lines
    .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
    .map((line) => lineRefund(line, order, now))
  if (verdicts.some(({ ok }) => ok)) return allowed
  return verdicts.some((verdict) => !verdict.ok && verdict.why === 'form_filed')
    ? refuse('form_filed')
    : refuse('not_paid')
}
