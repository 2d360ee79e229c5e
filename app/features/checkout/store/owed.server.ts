import { and, eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { DraftDetails } from '#app/features/orders/input.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { extendHold, saveDraft } from './hold.server.ts'
import { startOrder, type StartRequest } from './start.server.ts'

/** Something that a buyer owes until an instant, with the sales tax on it, in cents. `key` makes it idempotent. */
export type Owed = {
  key: string
  line: StartRequest['lines'][number]
  until: Date
  /** An empty label: no tax is collected. */
  tax: { cents: number; label: string }
  buyer: DraftDetails
}

/**
 * Makes the order by which a buyer pays what they owe. It is held until the due date, its tax was settled with the
 * request, and no limit of holders counts it. Returns the order's id, or `undefined` if another order has it.
 */
export async function holdOwed(
  work: UnitOfWork,
  sellables: Sellables,
  { key, line, until, tax, buyer }: Owed,
): Promise<string | undefined> {
  const started = await startOrder(work, sellables, { key, lines: [line] })
  if (!started.ok) return undefined
  const { orderId } = started
  await extendHold(work, sellables, orderId, until)
  await work.tx
    .update(orderLines)
    .set({ taxCents: tax.cents })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, 0)))
  await work.tx
    .update(orders)
    .set({ totalCents: sql`${orders.totalCents} + ${tax.cents}`, taxLabel: tax.label || null })
    .where(eq(orders.id, orderId))
  await saveDraft(work, orderId, buyer)
  return orderId
}
