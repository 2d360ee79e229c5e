import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isPaid } from '../rules.ts'
import { orderLines, orders } from '../tables.ts'
import { hasOpenReturn } from './deliver.server.ts'
import { addEvent } from './lines.server.ts'

/**
 * Locks a paid line's order for the rest of the transaction, for a feature that rebooks the line. Refused on a line
 * that is unpaid or returned, and while its refund is open.
 */
export async function lockPaidLine(work: UnitOfWork, orderId: string, position: number) {
  const { tx } = work
  // Lock the order first, as everywhere: concurrent refunds wait, or are waited for.
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  const [line] = await tx.select().from(orderLines).where(isLine(orderId, position))
  if (!order || !line || !isPaid(order.state) || line.returnedAt) return refuse('not_paid')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  return { ok: true as const, line }
}

/** Moves a locked line to another session. Its price stays the same. `by`: a member of staff, or `buyer`. */
export async function rebookLine(
  work: UnitOfWork,
  orderId: string,
  position: number,
  to: { ref: object; detail: string; refundUntil: Date },
  by?: string,
) {
  await work.tx.update(orderLines).set(to).where(isLine(orderId, position))
  await addEvent(work, orderId, 'rebooked', { line: position, ...(by && { by }) })
}

function isLine(orderId: string, position: number) {
  return and(eq(orderLines.orderId, orderId), eq(orderLines.position, position))
}
