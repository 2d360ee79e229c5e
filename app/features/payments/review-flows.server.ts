import type { Perform } from '#app/db/work.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { reconcileAttempt } from './flows.server.ts'
import { findOpenAttempt } from './store/attempts.server.ts'

/** Approves or declines a payment that its gateway holds for review. The act is on record before the gateway is told. */
export async function settlePaymentReview(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  ruling: 'approve' | 'decline',
  perform: Perform,
) {
  const found = await perform(async ({ tx }) => {
    const attempt = await findOpenAttempt(tx, orderId)
    return attempt?.state === 'review' ? { ok: true as const, attempt } : refuse('no_payment_review')
  })
  if (!found.ok) return found
  const { attempt } = found
  await ctx.gateway.settleReview?.(attempt.id, ruling === 'approve' ? 'captured' : 'declined')
  await reconcileAttempt(ctx, sellables, attempt)
  return allowed
}
