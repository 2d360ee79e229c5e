import { asc, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { reviewStateOf } from '../rules/review.ts'
import { orders } from '../tables.ts'
import { isInReview, mayBeInReview } from './order-conditions.server.ts'
import { listLatestReviews, type OrderReview } from './review.server.ts'

export type OpenReview = {
  orderId: string
  state: 'waiting' | 'document' | 'refused'
  paidAt: Date
  buyerName: string
  /** By when a requested document has to be here, `2026-12-01`. */
  dueOn: string | null
  request: OrderReview | undefined
}

const maxListed = 300

export async function listOpenReviews(db: Db): Promise<OpenReview[]> {
  const { id, paidAt, buyerName, verdict } = orders
  const found = await db
    .select({
      id: sql<string>`${id}`,
      paidAt: sql<Date | null>`${paidAt}`.mapWith(paidAt),
      buyerName: sql<string | null>`${buyerName}`,
      verdict: sql<Verdict | null>`${verdict}`,
    })
    .from(mayBeInReview)
    .where(isInReview)
    .orderBy(asc(paidAt))
    .limit(maxListed)
  const latest = await listLatestReviews(
    db,
    found.map((order) => order.id),
  )
  return found.flatMap((order): OpenReview[] => {
    const decided = latest.get(order.id)
    const state = reviewStateOf(order.verdict, decided)
    if (state === 'clear' || state === 'declined' || !order.paidAt) return []
    const dueOn = state === 'document' ? (decided?.dueOn ?? null) : null
    const request = state === 'document' ? decided : undefined
    return [
      { orderId: order.id, state, paidAt: order.paidAt, buyerName: order.buyerName ?? '', dueOn, request },
    ]
  })
}
