import { and, asc, eq, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/rows-by.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { orderReviewPeriods } from '../review-tables.ts'
import { isPaid } from '../rules.ts'
import type { ReviewState } from '../rules/review.ts'
import type { Order } from './lines.server.ts'

export type ReviewPeriod = typeof orderReviewPeriods.$inferSelect

export const listReviewPeriods = rowsBy(orderReviewPeriods, 'orderId', [asc(orderReviewPeriods.id)])

/**
 * Writes down that the review of a locked order opened or ended, in the transaction of the verdict or decision that did it: every
 * writer of either calls this with the state before and after. What waits for the end goes on by a job. An order may be in review
 * since its payment, which writes nothing here. Safe to repeat.
 */
export async function notePeriod(
  work: UnitOfWork,
  { id: orderId, state, paidAt }: Pick<Order, 'id' | 'state' | 'paidAt'>,
  { before, after }: { before: ReviewState; after: ReviewState },
): Promise<void> {
  if (!isPaid(state) || (before === 'clear' && after === 'clear')) return
  const { tx, now } = work
  const openedAt = before === 'clear' ? now : (paidAt ?? now)
  await tx.insert(orderReviewPeriods).values({ orderId, openedAt }).onConflictDoNothing()
  if (after !== 'clear') return
  await tx
    .update(orderReviewPeriods)
    .set({ endedAt: now })
    .where(and(eq(orderReviewPeriods.orderId, orderId), isNull(orderReviewPeriods.endedAt)))
  await work.enqueue('resume-balances', { orderId })
}

/** The last review of an order that ended; 0 where none did. */
export async function findLastEndedPeriod(db: Db, orderId: string): Promise<number> {
  const [found] = await db
    .select({ id: max(orderReviewPeriods.id) })
    .from(orderReviewPeriods)
    .where(and(eq(orderReviewPeriods.orderId, orderId), isNotNull(orderReviewPeriods.endedAt)))
  return found?.id ?? 0
}

export function hasPeriodAfter(orderId: SQL, periodId: SQL): SQL<boolean> {
  return sql<boolean>`exists (select from ${orderReviewPeriods} where ${orderReviewPeriods.orderId} = ${orderId}
    and ${orderReviewPeriods.id} > ${periodId})`
}
