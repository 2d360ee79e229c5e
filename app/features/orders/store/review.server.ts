import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/rows-by.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { orderReviews } from '../review-tables.ts'
import type { DocumentKind } from '../rules/documents.ts'
import { parcelGate } from '../rules/parcel.ts'
import { type ReviewState, reasonKey, reviewStateOf } from '../rules/review.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orderLines, orders } from '../tables.ts'
import { addEvent, type Order, type SellableLine } from './lines.server.ts'

export type OrderReview = typeof orderReviews.$inferSelect

export type NewReview = Pick<OrderReview, 'decision' | 'note' | 'decidedBy'> & {
  dueOn?: string
  documents?: DocumentKind[]
}

export const listReviews = rowsBy(orderReviews, 'orderId', [desc(orderReviews.id)])

/**
 * Asks the state rules about a locked order again and says where its review is. A verdict that differs is stored, and goes
 * into the history where its outcome does. One that opens a review is mailed to the buyer.
 */
export async function askReview(
  work: UnitOfWork,
  order: Order,
  lines: readonly SellableLine['line'][],
): Promise<{ state: ReviewState; verdict: Verdict; latest: OrderReview | undefined }> {
  const remaining = lines.filter(({ returnedAt }) => !returnedAt)
  const rules = await findRulesFor(work.tx, [order.buyerState, order.dealerState, order.shipState])
  const verdict = judgeOrder(remaining, order, rules, work.now)
  await work.tx.update(orders).set({ verdict }).where(eq(orders.id, order.id))
  const [from, to] = [order.verdict?.outcome ?? 'allowed', verdict.outcome]
  if (from !== to) await addEvent(work, order.id, 'judged_again', { from, to })
  const [latest] = await listReviews(work.tx, order.id)
  const [before, state] = [reviewStateOf(order.verdict, latest), reviewStateOf(verdict, latest)]
  if (state !== 'clear' && before === 'clear') await mailJudged(work, order.id)
  return { state, verdict, latest }
}

export function mailJudged({ enqueue, now }: UnitOfWork, orderId: string) {
  return enqueue('mail-order-judged', { orderId, judgedAt: now.toISOString() })
}

/** Where the review of an order is at this moment, by the state rules as they are. It locks and stores nothing. */
export async function findReviewState(db: Db, orderId: string, now: Date): Promise<ReviewState> {
  return (await findReviewStates(db, [orderId], now)).get(orderId) ?? 'clear'
}

export async function findReviewStates(
  db: Db,
  orderIds: readonly string[],
  now: Date,
): Promise<Map<string, ReviewState>> {
  if (orderIds.length === 0) return new Map()
  const found = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
  const lines = await db
    .select()
    .from(orderLines)
    .where(and(inArray(orderLines.orderId, [...orderIds]), isNull(orderLines.returnedAt)))
  const places = found.flatMap(({ buyerState, dealerState, shipState }) => [
    buyerState,
    dealerState,
    shipState,
  ])
  const rules = await findRulesFor(db, places)
  const latest = await listLatestReviews(db, orderIds)
  return new Map(
    found.map((order) => {
      const own = lines.filter(({ orderId }) => orderId === order.id)
      return [order.id, reviewStateOf(judgeOrder(own, order, rules, now), latest.get(order.id))]
    }),
  )
}

export async function listLatestReviews(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, OrderReview>> {
  if (orderIds.length === 0) return new Map()
  const found = await db
    .selectDistinctOn([orderReviews.orderId])
    .from(orderReviews)
    .where(inArray(orderReviews.orderId, [...orderIds]))
    .orderBy(orderReviews.orderId, desc(orderReviews.id))
  return new Map(found.map((review) => [review.orderId, review]))
}

export async function addReview(
  work: UnitOfWork,
  order: Order,
  verdict: Verdict,
  { decision, note, decidedBy, dueOn, documents = [] }: NewReview,
): Promise<OrderReview> {
  const [added] = await work.tx
    .insert(orderReviews)
    .values({
      orderId: order.id,
      decision,
      note,
      decidedBy,
      at: work.now,
      dueOn: dueOn ?? null,
      documents,
      reasons: verdict.reasons.map(reasonKey),
      rules: verdict.rules ?? [],
    })
    .returning()
  if (!added) throw new Error(`A decision about order ${order.id} was not stored`)
  await addEvent(work, order.id, `review_${decision}`, { by: decidedBy })
  return added
}

/**
 * May the goods of a locked order be packed and sent? The state rules are checked again; what they want reviewed goes once staff
 * have approved it.
 */
export async function askParcelGate(
  work: UnitOfWork,
  { order, lines }: { order: Order; lines: readonly SellableLine[] },
) {
  const { verdict, state } = await askReview(
    work,
    order,
    lines.map(({ line }) => line),
  )
  return parcelGate(verdict, state === 'clear')
}
