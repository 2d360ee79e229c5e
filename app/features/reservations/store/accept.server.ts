import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Acceptance, acceptAgreement } from './agreement.server.ts'
import { moveReservation } from './move.server.ts'

/**
 * The buyer accepts the terms, and the reservation is agreed. Where another gate holds it, as a state rule that changed
 * in the meantime, the acceptance stays valid and staff move it on later.
 */
export async function acceptTerms(
  work: UnitOfWork,
  ctx: { sellables: Sellables; timeZone: string },
  acceptance: Acceptance,
) {
  const accepted = await acceptAgreement(work, ctx.sellables, acceptance)
  if (!accepted.ok || !accepted.isFirst) return accepted
  const { orderId, position } = acceptance
  await moveReservation(work, ctx, { orderId, position, to: 'agreed', by: 'buyer' })
  return accepted
}
