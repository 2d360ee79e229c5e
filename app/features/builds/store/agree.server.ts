import type { UnitOfWork } from '#app/db/work.server.ts'
import { findOrder, type Sellables } from '#app/features/orders/store.server.ts'
import { agreeAsBefore } from '#app/features/reservations/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { refuse } from '#app/kit/refusal.ts'
import { findAcceptedOf } from './decisions.server.ts'

/**
 * What the buyer of a build accepted before they paid its deposit becomes the agreement of its reservation, at that price.
 * Safe to repeat. A deposit that was paid after the price ended agrees nothing: staff send terms again.
 */
export async function agreePaidBuild(
  work: UnitOfWork,
  ctx: { sellables: Sellables; timeZone: string },
  orderId: string,
) {
  const [order, found] = [await findOrder(work.tx, orderId), await findAcceptedOf(work.tx, orderId)]
  const line = order?.lines.find(({ kind }) => kind === 'build_slot')
  if (!order?.paidAt || !line || !found) return refuse('nothing_accepted')
  const { variant, includes, priceCents, validUntil, acceptedAt, acceptedSentence, agreementVersion } =
    found.decision
  if (
    !variant ||
    !includes ||
    !priceCents ||
    !validUntil ||
    !acceptedAt ||
    !acceptedSentence ||
    !agreementVersion
  )
    return refuse('nothing_accepted')
  if (formatIsoDay(order.paidAt, ctx.timeZone) > validUntil) return refuse('expired')
  return agreeAsBefore(work, ctx, {
    orderId,
    position: line.position,
    variant,
    includes,
    priceCents,
    agreementVersion,
    sentAt: found.decision.decidedAt,
    sentBy: found.decision.decidedBy,
    acceptedAt,
    sentence: acceptedSentence,
    transferee: found.decision.transferee,
  })
}
