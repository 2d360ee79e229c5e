import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import type { Order } from '#app/features/orders/store/lines.server.ts'
import type { Attempt } from './attempts.server.ts'

/**
 * A payment that has no answer after this long is mailed about. Until then the buyer waits on the page, and a payment that
 * never reached the gateway is known for what it is.
 */
const unknownMailDelayMs = 3 * minute

/** Queues the mail about a payment that is not settled yet. What is no longer true when its turn comes is not sent. */
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

/** Queues the mail about a payment that came to nothing while its buyer was not watching. */
export async function enqueuePaymentFailedMail(
  { enqueue }: UnitOfWork,
  order: Pick<Order, 'id'>,
  attempt: Pick<Attempt, 'id'>,
): Promise<void> {
  await enqueue('mail-payment-failed', { orderId: order.id, attemptId: attempt.id })
}
