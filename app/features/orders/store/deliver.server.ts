import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isPaid } from '../rules.ts'
import { openRefundStates, refundLines, refunds } from '../refund-tables.ts'
import { orderLines, orders } from '../tables.ts'
import { addEvent } from './lines.server.ts'
import { postEarned } from './post-ledger.server.ts'

/**
 * Marks a paid line as delivered: shipped, first downloaded or attended. This ends its refund clock. Safe to repeat:
 * the first time counts, and `isFirst` says whether this was it. Refused on a line that is unpaid or returned, and
 * while its refund is open: then it must not be handed over.
 */
export async function markDelivered(work: UnitOfWork, orderId: string, position: number) {
  // Lock the order first, as everywhere: concurrent refunds wait, or are waited for.
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const isLine = and(eq(orderLines.orderId, orderId), eq(orderLines.position, position))
  const [line] = await work.tx.select().from(orderLines).where(isLine)
  if (!order || !line || !isPaid(order.state) || line.returnedAt) return refuse('not_paid')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  if (line.deliveredAt) return { ok: true as const, isFirst: false }
  await work.tx
    .update(orderLines)
    .set({ deliveredAt: work.now })
    .where(and(isLine, isNull(orderLines.deliveredAt)))
  if (line.fulfillment === 'in_person') await postEarned(work, orderId, position)
  await addEvent(work, orderId, 'delivered', { line: position, fulfillment: line.fulfillment })
  return { ok: true as const, isFirst: true }
}

export async function hasOpenReturn({ tx }: UnitOfWork, orderId: string, position: number): Promise<boolean> {
  const open = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(refundLines, eq(refundLines.refundId, refunds.id))
    .where(
      and(
        eq(refundLines.orderId, orderId),
        eq(refundLines.position, position),
        eq(refundLines.isReturned, true),
        inArray(refunds.state, [...openRefundStates]),
      ),
    )
  return open.length > 0
}
