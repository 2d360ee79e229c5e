import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { DraftDetails } from '#app/features/orders/input.ts'
import { orders } from '#app/features/orders/tables.ts'

/**
 * Saves unsubmitted input with a held order, so that leaving the form does not lose it. The submitted data of the
 * order stays unchanged.
 */
export async function saveDraft({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string, typed: DraftDetails) {
  if (Object.keys(typed).length === 0) return
  await tx
    .update(orders)
    .set({ draft: typed })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'held')))
}
