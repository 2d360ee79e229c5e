import { raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import type { Refund } from './refund.server.ts'

export async function announceCheck(
  work: UnitOfWork,
  refund: Refund,
  reason: string,
  by?: string,
): Promise<void> {
  const { orderId, id, amountCents } = refund
  await addEvent(work, orderId, 'refund_by_check', { refund: id, amountCents, ...(by && { by }) })
  const at = work.now.toISOString()
  await work.enqueue('mail-order-refund-stopped', { orderId, refundId: id, at })
  await raiseAlert(work, { kind: 'refund_by_check', subject: refundSubject(refund), detail: reason })
}

export function refundSubject({ orderId, id }: Pick<Refund, 'orderId' | 'id'>): string {
  return `${orderId} ${id}`
}
