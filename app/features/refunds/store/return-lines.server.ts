import { and, eq, isNull, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import {
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  releaseLine,
} from '#app/features/orders/store/lines.server.ts'

/** A line that is given up, and whether its stock opens to others with it. */
export type ReturnedLine = SellableLine & { releasesStock: boolean }

/**
 * Gives lines back for which no money has to move: they were free, or their money went back before. Their stock opens,
 * their reservation ends, and the buyer is mailed.
 */
export async function returnFreeLines(
  work: UnitOfWork,
  order: Order,
  lines: readonly SellableLine[],
  returned: readonly ReturnedLine[],
) {
  await endLines(work, order.id, returned)
  const positions = returned.map(({ line }) => line.position)
  for (const line of positions) await addEvent(work, order.id, 'returned', { line })
  // An order that cost nothing has nothing left once its last line is gone; another one keeps what was paid.
  const isEmpty = lines.every(({ line }) => line.returnedAt !== null || positions.includes(line.position))
  if (isEmpty && order.capturedCents === order.refundedCents) await changeOrderState(work, order, 'refunded')
  const returnedAt = work.now.toISOString()
  await work.enqueue('mail-order-return', { orderId: order.id, positions, returnedAt })
}

/** Ends lines that were given up: nothing of them goes on, and their stock opens where it is ours to sell. Each ends once. */
export async function endLines(work: UnitOfWork, orderId: string, returned: readonly ReturnedLine[]) {
  for (const returnedLine of returned) {
    const { position } = returnedLine.line
    const ended = await work.tx
      .update(orderLines)
      .set({
        returnedAt: work.now,
        returnedStage: sql`${orderLines.stage}`,
        // What was handed over stays handed over, whatever became of its money.
        stage: sql`case when ${orderLines.stage} = 'transferred' then ${orderLines.stage}
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
