import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import type { Order } from '#app/features/orders/store/lines.server.ts'
import type { Attempt } from './attempts.server.ts'

/**
 * After this long without an answer, the buyer is emailed. Until then they wait on the page, and a payment that
 * never reached the gateway is usually recognized.
 */
const unknownMailDelayMs = 3 * minute

/** Queues the email about a pending payment. It is dropped if it is no longer true when it is sent. */
export async function enqueuePaymentWaitingMail(
  { enqueue, now }: UnitOfWork,
  order: Pick<Order, 'id'>,
  attempt: Pick<Attempt, 'id' | 'gateway'>,
  state: 'unknown' | 'review',
): Promise<void> {
  const payload = { orderId: order.id, attemptId: attempt.id }
  if (state === 'unknown')
    return enqueue('mail-payment-unknown', payload, { startAfter: after(now, unknownMailDelayMs) })
  await enqueue(attempt.gateway === 'manual' ? 'mail-order-invoice' : 'mail-payment-review', payload)
}

/** Queues the email about a payment that failed after the buyer left the page. */
export async function enqueuePaymentFailedMail(
  { enqueue }: UnitOfWork,
  order: Pick<Order, 'id'>,
  attempt: Pick<Attempt, 'id'>,
): Promise<void> {
  await enqueue('mail-payment-failed', { orderId: order.id, attemptId: attempt.id })
}
