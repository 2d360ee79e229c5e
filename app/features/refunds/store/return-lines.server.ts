import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { endings } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import {
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  releaseLine,
} from '#app/features/orders/store/lines.server.ts'

export type ReturnedLine = SellableLine & { releasesStock: boolean }

/**
 * Returns lines without a refund: they were free or already refunded. Releases their stock, ends their
 * reservations and emails the buyer.
 */
export async function returnFreeLines(
  work: UnitOfWork,
  order: Order,
  lines: readonly SellableLine[],
  returned: readonly ReturnedLine[],
  by: string,
) {
  await endLines(work, order.id, returned)
  const positions = returned.map(({ line }) => line.position)
  for (const line of positions) await addEvent(work, order.id, 'returned', { line, by })
  // A free order ends with its last line; any other keeps its paid amount.
  const isEmpty = lines.every(({ line }) => line.returnedAt !== null || positions.includes(line.position))
  if (isEmpty && order.capturedCents === order.refundedCents) await changeOrderState(work, order, 'refunded')
  const returnedAt = work.now.toISOString()
  await work.enqueue('mail-order-return', { orderId: order.id, positions, returnedAt })
}

/** Ends returned lines and releases their stock where we may sell it. Each ends once. */
export async function endLines(work: UnitOfWork, orderId: string, returned: readonly ReturnedLine[]) {
  for (const returnedLine of returned) {
    const { position } = returnedLine.line
    const ended = await work.tx
      .update(orderLines)
      .set({
        returnedAt: work.now,
        // A line that ended earlier keeps its ending and stage.
        returnedStage: sql`coalesce(${orderLines.returnedStage}, ${orderLines.stage})`,
        // Delivered lines stay delivered, even when refunded.
        stage: sql`case when ${inArray(orderLines.stage, ['picked_up', ...endings])} then ${orderLines.stage}
          when ${orderLines.stage} is not null then 'refunded' end`,
      })
      .where(
        and(
          eq(orderLines.orderId, orderId),
          eq(orderLines.position, position),
          isNull(orderLines.returnedAt),
        ),
      )
      .returning({ position: orderLines.position })
    if (ended.length > 0 && returnedLine.releasesStock)
      await releaseLine(work, orderId, [returnedLine], position)
  }
}
