import { allowed, refuse } from '#app/kit/refusal.ts'
import { type Ending, isEnding, isPaid, type OrderState, type Stage, stages } from '../rules.ts'
import type { Fulfillment, ReturnRefusal } from '../sellable.ts'

/** The money of a line, in cents: what its pieces cost, the tax on them, and what of both was given back. */
export type LineMoney = { unitCents: number; quantity: number; taxCents: number; refundedCents: number }

/** What the refund rules need to know of a line. */
export type RefundableLine = LineMoney & {
  position: number
  fulfillment: Fulfillment
  stage: Stage | Ending | null
  refundUntil: Date | null
  deliveredAt: Date | null
  returnedAt: Date | null
  /** A refund that takes the line back is open. */
  isReturning?: boolean
  /** Why what came with the line keeps its buyer from giving it back. */
  returnRefusal?: ReturnRefusal
}

/** A whole line with its tax. */
export function lineCents({ unitCents, quantity, taxCents }: Omit<LineMoney, 'refundedCents'>): number {
  return unitCents * quantity + taxCents
}

/** What of a line has not been given back. */
export function unrefundedLineCents(line: LineMoney): number {
  return lineCents(line) - line.refundedCents
}

/** What ends a line's own time to be given back: something that happens to it, or a moment fixed when it was ordered. */
export type RefundEnd = 'form_filed' | 'dispatched' | 'downloaded' | Date

/**
 * May the buyer take this line back without asking us, and until when? Every line has a clock of its own (product
 * decisions, "Rules of the shop"): a transfer until its form is filed, a parcel until it is dispatched, a download until
 * it is first downloaded, a class until the instant that was fixed with the seat.
 */
export function lineRefund(line: RefundableLine, order: { state: OrderState }, now: Date) {
  if (!isPaid(order.state)) return refuse('not_paid')
  if (line.returnedAt || (line.stage !== null && isEnding(line.stage))) return refuse('returned')
  if (line.isReturning) return refuse('refund_under_way')
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
    case 'in_person':
      return line.deliveredAt || line.refundUntil === null || line.refundUntil <= now
        ? refuse('too_late')
        : open(line.refundUntil)
  }
}

const open = (until: RefundEnd) => ({ ok: true as const, until })

/** The verdict on taking back one line. */
export type LineRefund = ReturnType<typeof lineRefund>

/** Why a line cannot be taken back by its buyer. */
export type LineRefundRefusal = Extract<LineRefund, { ok: false }>['why']

/** Is the transfer form of this reservation filed? From then on the operator decides. */
export function isFormFiled(stage: Stage | Ending | null): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) >= stages.indexOf('form_filed')
}

/**
 * May the buyer name another dealer? While an order has a reservation whose form is not filed: it names the dealer, so
 * after that the form would have to be filed anew, which the operator does.
 */
export function mayChooseDealer(order: { state: OrderState; lines: readonly RefundableLine[] }, now: Date) {
  const verdicts = order.lines
    .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
    .map((line) => lineRefund(line, order, now))
  if (verdicts.some(({ ok }) => ok)) return allowed
  return verdicts.some((verdict) => !verdict.ok && verdict.why === 'form_filed')
    ? refuse('form_filed')
    : refuse('not_paid')
}
