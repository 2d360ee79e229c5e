import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule, Verdict } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store.server.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orderLines, orders } from '../tables.ts'
import { addEvent } from './lines.server.ts'

/** Orders to recheck in one transaction. */
const batchSize = 100

/** An order that the state rules refuse or want reviewed, for the operator's list. */
export type CheckedOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'state' | 'buyerState' | 'dealerState' | 'shipState' | 'verdict' | 'createdAt'
>

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
  const lines = await listOpenLines(
    tx,
    found.map(({ id }) => id),
  )
  const rules = await findRulesFor(
    tx,
    found.flatMap(({ buyerState, dealerState, shipState }) => [buyerState, dealerState, shipState]),
  )
  const changed: string[] = []
  for (const order of found) {
    const own = lines.filter(({ orderId }) => orderId === order.id)
    if (own.length > 0 && (await recheckOrder(work, order, own, rules))) changed.push(order.id)
  }
  const isLast = found.length < batchSize
  return { lastId: isLast ? null : (found.at(-1)?.id ?? null), changed }
}

/** Open orders that the state rules refuse or want reviewed, refused ones first. */
export async function listChecks(db: Db): Promise<CheckedOrder[]> {
  const found = await db
    .select({
      id: orders.id,
      state: orders.state,
      createdAt: orders.createdAt,
      verdict: orders.verdict,
      buyerState: orders.buyerState,
      dealerState: orders.dealerState,
      shipState: orders.shipState,
    })
    .from(orders)
    .where(and(isOpen(), isNotNull(orders.verdict)))
    .orderBy(asc(orders.createdAt))
  const lines = await listOpenLines(
    db,
    found.map(({ id }) => id),
  )
  const stillOpen = new Set(lines.map(({ orderId }) => orderId))
  const undecided = found.filter(({ id, verdict }) => stillOpen.has(id) && verdict?.outcome !== 'allowed')
  const isRefused = ({ verdict }: CheckedOrder) => (verdict?.outcome === 'refused' ? 0 : 1)
  return undecided.toSorted((a, b) => isRefused(a) - isRefused(b))
}

type OpenLine = Pick<typeof orderLines.$inferSelect, 'orderId' | 'position' | 'itemClass' | 'magazine'>

/** Without lines that no rule can stop any more: delivered or returned. */
async function listOpenLines(db: Db, orderIds: readonly string[]): Promise<OpenLine[]> {
  if (orderIds.length === 0) return []
  const { orderId, position, itemClass, magazine } = orderLines
  return db
    .select({ orderId, position, itemClass, magazine })
    .from(orderLines)
    .where(
      and(
        inArray(orderLines.orderId, [...orderIds]),
        or(isNotNull(itemClass), isNotNull(magazine)),
        isNull(orderLines.returnedAt),
        isNull(orderLines.deliveredAt),
        or(isNull(orderLines.stage), notInArray(orderLines.stage, ['transferred', 'canceled', 'refunded'])),
      ),
    )
}

function isOpen() {
  return inArray(orders.state, ['held', 'paying', 'unknown', 'review', 'paid', 'part_refunded'])
}

function concerns(states: readonly string[]) {
  const some = [...states]
  return or(
    inArray(orders.buyerState, some),
    inArray(orders.dealerState, some),
    inArray(orders.shipState, some),
  )
}

async function recheckOrder(
  work: UnitOfWork,
  order: typeof orders.$inferSelect,
  lines: readonly OpenLine[],
  rules: readonly StateRule[],
): Promise<boolean> {
  const verdict: Verdict = judgeOrder(lines, order, rules, work.now)
  await work.tx.update(orders).set({ verdict }).where(eq(orders.id, order.id))
  const [from, to] = [order.verdict?.outcome ?? 'allowed', verdict.outcome]
  if (from === to) return false
  await addEvent(work, order.id, 'judged_again', { from, to })
  if (to === 'refused')
    await work.enqueue('mail-order-judged', { orderId: order.id, judgedAt: work.now.toISOString() })
  return true
}
