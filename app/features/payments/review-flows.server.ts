import type { Perform } from '#app/db/work.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { reconcileAttempt } from './flows.server.ts'
import { findOpenAttempt } from './store/attempts.server.ts'

/**
 * Approves or declines a payment that its gateway holds for review. The act is on record before the gateway is told, in the order's
 * history too: of two people who decide at once, the second is told of the first.
 */
export async function settlePaymentReview(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  { ruling, by }: { ruling: 'approve' | 'decline'; by: string },
  perform: Perform,
) {
  const found = await perform(async (work) => {
    const attempt = await findOpenAttempt(work.tx, orderId)
    if (attempt?.state !== 'review' || attempt.gateway !== ctx.gateway.name)
      return refuse('no_payment_review')
    await addEvent(work, orderId, 'payment_decided', { ruling, by })
    return { ok: true as const, attempt }
  })
  if (!found.ok) return found
  const { attempt } = found
  await ctx.gateway.settleReview?.(attempt.id, ruling === 'approve' ? 'captured' : 'declined')
  await reconcileAttempt(ctx, sellables, attempt)
  return allowed
}
