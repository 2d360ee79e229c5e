import { after, day } from '#app/kit/clock.ts'

/**
 * The mail or internet order rule: goods without another promise go out within 30 days of the payment, or the buyer chooses
 * between waiting and a refund; who does not answer is refunded (16 CFR 435.2).
 */
const shipWithinMs = 30 * day
/** Staff are reminded of what is still here after this long: our own rule. */
export const remindAfterMs = 20 * day
/** The buyer is offered the choice after this long, so that there are days left to answer. */
const offerAfterMs = 25 * day

export type DelayStep = 'remind' | 'offer' | 'refund'

export function delaySteps(
  order: { paidAt: Date; remindedAt: Date | null; offeredAt: Date | null; answer: 'wait' | 'cancel' | null },
  now: Date,
): DelayStep[] {
  const isPast = (ms: number) => after(order.paidAt, ms) <= now
  // Days to answer, also where the offer went out late.
  const isUnanswered =
    order.offeredAt !== null &&
    order.answer === null &&
    after(order.offeredAt, shipWithinMs - offerAfterMs) <= now
  return [
    ...(isPast(remindAfterMs) && !order.remindedAt ? (['remind'] as const) : []),
    ...(isPast(offerAfterMs) && !order.offeredAt ? (['offer'] as const) : []),
    ...(isPast(shipWithinMs) && isUnanswered ? (['refund'] as const) : []),
  ]
}

export function answerBy({ paidAt, offeredAt }: { paidAt: Date; offeredAt: Date | null }): Date {
  const whole = after(paidAt, shipWithinMs)
  const fromOffer = offeredAt ? after(offeredAt, shipWithinMs - offerAfterMs) : whole
  return fromOffer > whole ? fromOffer : whole
}
