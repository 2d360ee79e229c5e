import { type Perform, transact } from '#app/db/work.server.ts'
import { byHand, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import { listRefunds, type ShownRefund } from '#app/features/orders/store/read.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { carryOutRefund } from './flows.server.ts'
import { type Payout, recordPaidOutside } from './store/settle-refund.server.ts'

/**
 * A person paid a refund: that of an invoice, one that the payment service refused, or one by check. `perform` is the
 * transaction that records it.
 */
export async function recordPayout(
  ctx: PaymentContext,
  sellables: Sellables,
  { orderId, id }: Pick<ShownRefund, 'orderId' | 'id'>,
  payout: Payout,
  perform: Perform = (task) => transact(ctx, task),
) {
  const refund = (await listRefunds(ctx.db, orderId)).find((each) => each.id === id)
  if (!refund) return refuse('refund_not_found')
  if (refund.state !== 'started')
    return perform((work) => recordPaidOutside(work, sellables, refund.id, payout))
  // Only an invoice's refund is always paid by a person; another one may still succeed by itself.
  // Money that staff took is paid back by staff, whatever gateway is in use.
  const { gateway } = byHand(ctx)
  if (refund.gateway !== 'manual') return refuse('nothing_to_pay_out')
  // In the order's history before it is done: of two people at once, the second is told of the first.
  const recorded = await perform(async (work) => {
    await addEvent(work, orderId, 'payout_recorded', { refund: id, by: payout.by ?? 'operator' })
    return allowed
  })
  if (!recorded.ok) return recorded
  await gateway.recordPayout?.(refund.id, payout.reference || undefined)
  await carryOutRefund(ctx, sellables, refund)
  return allowed
}
