import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule, Verdict } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { endings, openOrderStates } from '../rules.ts'
import { reviewStateOf } from '../rules/review.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orderLines, orders } from '../tables.ts'
import { addEvent } from './lines.server.ts'
import { listLatestReviews, mailJudged, type OrderReview } from './review.server.ts'

const batchSize = 100

/**
 * Rechecks open orders whose buyer, dealer or delivery is in one of these states. Cancels nothing: the new verdict is
 * stored, and a different outcome is added to the history and the operator's list. Handles one batch after `afterId`;
 * returns the last order id, or `null` at the end.
 */
export async function recheckOrders(
  work: UnitOfWork,
  states: readonly string[],
  afterId: string,
): Promise<{ lastId: string | null; changed: string[] }> {
  const { tx } = work
  const found = await tx
    .select()
    .from(orders)
    .where(and(isOpen(), concerns(states), isNotNull(orders.verdict), gt(orders.id, afterId)))
    .orderBy(asc(orders.id))
    .limit(batchSize)
    .for('update')
  const ids = found.map(({ id }) => id)
  const lines = await listOpenLines(tx, ids)
  const rules = await findRulesFor(tx, found.flatMap(statesOf))
  const reviews = await listLatestReviews(tx, ids)
  const changed: string[] = []
  for (const order of found) {
    const own = lines.filter(({ orderId }) => orderId === order.id)
    const known = { rules, latest: reviews.get(order.id) }
    if (own.length > 0 && (await recheckOrder(work, order, own, known))) changed.push(order.id)
  }
  const isLast = found.length < batchSize
  return { lastId: isLast ? null : (found.at(-1)?.id ?? null), changed }
}

export type AffectedOrder = {
  orderId: string
  title: string
  from: Verdict['outcome']
  to: Verdict['outcome']
}

export async function listAffected(db: Db, rule: StateRule, now: Date): Promise<AffectedOrder[]> {
  const found = await db
    .select()
    .from(orders)
    .where(and(isOpen(), concerns([rule.state]), isNotNull(orders.verdict)))
    .orderBy(asc(orders.id))
  const ids = found.map(({ id }) => id)
  const lines = await listOpenLines(db, ids)
  const stored = await findRulesFor(db, found.flatMap(statesOf))
  const rules = [...stored.filter(({ state }) => state !== rule.state), rule]
  return found.flatMap((order): AffectedOrder[] => {
    const own = lines.filter(({ orderId }) => orderId === order.id)
    if (own.length === 0) return []
    const from = order.verdict?.outcome ?? 'allowed'
    const to = judgeOrder(own, order, rules, now).outcome
    const title = own.map((line) => line.title).join(', ')
    return from === to ? [] : [{ orderId: order.id, title, from, to }]
  })
}

export async function countOpenByState(db: Db): Promise<Map<string, number>> {
  const found = await db
    .select({
      buyerState: orders.buyerState,
      dealerState: orders.dealerState,
      shipState: orders.shipState,
    })
    .from(orders)
    .where(and(isOpen(), isNotNull(orders.verdict)))
  const counts = new Map<string, number>()
  // A state that decides an order twice over counts once.
  for (const state of found.flatMap((order) => [...new Set(statesOf(order))]))
    if (state !== null) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

type OpenLine = Pick<
  typeof orderLines.$inferSelect,
  'orderId' | 'position' | 'title' | 'itemClass' | 'magazine' | 'flags'
>

/** Without lines that no rule can stop any more: delivered or returned. */
async function listOpenLines(db: Db, orderIds: readonly string[]): Promise<OpenLine[]> {
  if (orderIds.length === 0) return []
  const { orderId, position, title, itemClass, magazine, flags } = orderLines
  return db
    .select({ orderId, position, title, itemClass, magazine, flags })
    .from(orderLines)
    .where(
      and(
        inArray(orderLines.orderId, [...orderIds]),
        or(isNotNull(itemClass), isNotNull(magazine), isNotNull(flags)),
        isNull(orderLines.returnedAt),
        isNull(orderLines.deliveredAt),
        or(isNull(orderLines.stage), notInArray(orderLines.stage, ['picked_up', ...endings])),
      ),
    )
}

function isOpen() {
  return inArray(orders.state, openOrderStates)
}

function concerns(states: readonly string[]) {
  const some = [...states]
  return or(
    inArray(orders.buyerState, some),
    inArray(orders.dealerState, some),
    inArray(orders.shipState, some),
  )
}

function statesOf({
  buyerState,
  dealerState,
  shipState,
}: Pick<typeof orders.$inferSelect, 'buyerState' | 'dealerState' | 'shipState'>) {
  return [buyerState, dealerState, shipState]
}

/** Stores what the rules say of an order now. True when staff have to look at it again, or its outcome is another one. */
async function recheckOrder(
  work: UnitOfWork,
  order: typeof orders.$inferSelect,
  lines: readonly OpenLine[],
  { rules, latest }: { rules: readonly StateRule[]; latest: OrderReview | undefined },
): Promise<boolean> {
  const verdict: Verdict = judgeOrder(lines, order, rules, work.now)
  await work.tx.update(orders).set({ verdict }).where(eq(orders.id, order.id))
  const before = reviewStateOf(order.verdict, latest)
  const state = reviewStateOf(verdict, latest)
  const [from, to] = [order.verdict?.outcome ?? 'allowed', verdict.outcome]
  // The rule that was approved for this order is another one now.
  const isReopened = from === to && before === 'clear' && state !== 'clear'
  if (from === to && !isReopened) return false
  if (isReopened) await addEvent(work, order.id, 'review_reopened')
  else await addEvent(work, order.id, 'judged_again', { from, to })
  if (state !== 'clear') await mailJudged(work, order.id)
  return true
}
