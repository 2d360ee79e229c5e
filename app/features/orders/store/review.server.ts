import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import type { Verdict, StateRule } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { orderReviews, orderLines, orders } from '../tables.ts'
import { type Parties, type ReviewState, reasonKey, reviewStateOf, judgeOrder } from '../review.ts'
import { parcelGate } from '../parcels.ts'
import { addEvent, type Order, type SellableLine } from './lines.server.ts'
import { isInReview } from './order-list.server.ts'
import { endings, openOrderStates } from '../rules.ts'

export type OrderReview = typeof orderReviews.$inferSelect

export type NewReview = Pick<
  typeof orderReviews.$inferInsert,
  'decision' | 'note' | 'decidedBy' | 'dueOn' | 'documents'
>

export const listReviews = rowsBy(orderReviews, 'orderId', [desc(orderReviews.id)])

export async function askReview(
  work: UnitOfWork,
  order: Order,
  lines: readonly SellableLine['line'][],
): Promise<{ state: ReviewState; verdict: Verdict; latest: OrderReview | undefined }> {
  const verdict = await judgeNow(work, lines, order)
  const [latest] = await listReviews(work.tx, order.id)
  const { state } = await storeVerdict(work, order, verdict, latest)
  return { state, verdict, latest }
}

/** By the state rules as they are, without what was returned. */
export async function judgeNow(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  lines: readonly SellableLine['line'][],
  parties: Parties,
): Promise<Verdict> {
  const remaining = lines.filter(({ returnedAt }) => !returnedAt)
  return judgeOrder(remaining, parties, await findRulesFor(tx, statesOf(parties)), now)
}

/** Another outcome, and the opening of an approved review, are news: the buyer is mailed unless nothing holds the order. */
export async function storeVerdict(
  work: UnitOfWork,
  order: Pick<Order, 'id' | 'verdict'>,
  verdict: Verdict,
  latest: OrderReview | undefined,
): Promise<{ state: ReviewState; isNews: boolean }> {
  await work.tx.update(orders).set({ verdict }).where(eq(orders.id, order.id))
  const [before, state] = [reviewStateOf(order.verdict, latest), reviewStateOf(verdict, latest)]
  const [from, to] = [order.verdict?.outcome ?? 'allowed', verdict.outcome]
  const isReopened = from === to && before === 'clear' && state !== 'clear'
  if (from === to && !isReopened) return { state, isNews: false }
  if (isReopened) await addEvent(work, order.id, 'review_reopened')
  else await addEvent(work, order.id, 'judged_again', { from, to })
  if (state !== 'clear')
    await work.enqueue('mail-order-judged', { orderId: order.id, judgedAt: work.now.toISOString() })
  return { state, isNews: true }
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
  const latest = await listLatestReviews(db, orderIds)
  const judged = await judgeAll(db, found, now)
  return new Map(judged.map(({ order: { id }, verdict }) => [id, reviewStateOf(verdict, latest.get(id))]))
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
  review: NewReview,
): Promise<OrderReview> {
  const [added] = await work.tx
    .insert(orderReviews)
    .values({
      ...review,
      orderId: order.id,
      at: work.now,
      reasons: verdict.reasons.map(reasonKey),
      rules: verdict.rules ?? [],
    })
    .returning()
  if (!added) throw new Error(`A decision about order ${order.id} was not stored`)
  await addEvent(work, order.id, `review_${review.decision}`, { by: review.decidedBy })
  return added
}

/** The state rules are checked again; what they want reviewed goes once staff have approved it. */
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

export type OpenReview = Awaited<ReturnType<typeof listOpenReviews>>[number]

const maxListed = 300

/** Few among all orders, found by a small index: Today asks for them again and again. */
const mayBeInReview = sql`${orders.id} in (
  select judged.id from ${orders} judged
    where judged.verdict ->> 'outcome' <> 'allowed' and judged.state in ('paid', 'part_refunded')
  union all select ${orderReviews.orderId} from ${orderReviews} where ${orderReviews.decision} = 'document_requested')`

export async function listOpenReviews(db: Db) {
  const { id, verdict } = orders
  const found = await db
    .select({ id, paidAt: orders.paidAt, buyerName: orders.buyerName, verdict })
    .from(orders)
    .where(and(mayBeInReview, isInReview))
    .orderBy(asc(orders.paidAt))
    .limit(maxListed)
  const latest = await listLatestReviews(
    db,
    found.map((order) => order.id),
  )
  return found.flatMap(({ id: orderId, paidAt, buyerName, verdict: judged }) => {
    const decided = latest.get(orderId)
    const state = reviewStateOf(judged, decided)
    if (state === 'clear' || state === 'declined' || !paidAt) return []
    const request = state === 'document' ? decided : undefined
    return { orderId, state, paidAt, buyerName: buyerName ?? '', dueOn: request?.dueOn ?? null, request }
  })
}

const batchSize = 100

/** Cancels nothing. One batch after `afterId`; returns the last order id, or `null` at the end. */
export async function recheckOrders(
  work: UnitOfWork,
  states: readonly string[],
  afterId: string,
): Promise<{ lastId: string | null; changed: string[] }> {
  const found = await ofStates(work.tx, states, gt(orders.id, afterId)).limit(batchSize).for('update')
  const reviews = await listLatestReviews(
    work.tx,
    found.map(({ id }) => id),
  )
  const changed: string[] = []
  for (const { order, verdict } of await judgeOpen(work.tx, found, work.now)) {
    const { isNews } = await storeVerdict(work, order, verdict, reviews.get(order.id))
    if (isNews) changed.push(order.id)
  }
  const isLast = found.length < batchSize
  return { lastId: isLast ? null : (found.at(-1)?.id ?? null), changed }
}

export type AffectedOrder = Awaited<ReturnType<typeof listAffected>>[number]

export async function listAffected(db: Db, rule: StateRule, now: Date) {
  const judged = await judgeOpen(db, await ofStates(db, [rule.state]), now, rule)
  return judged.flatMap(({ order, lines, verdict: { outcome: to } }) => {
    const from = order.verdict?.outcome ?? 'allowed'
    const title = lines.map((line) => line.title).join(', ')
    return from === to ? [] : { orderId: order.id, title, from, to }
  })
}

/** A state that decides an order twice over counts once. */
export async function countOpenByState(db: Db): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ state: string; count: number }>(sql`
    select state_of.code as state, count(distinct ${orders.id})::int as count
    from ${orders}, lateral (values (buyer_state), (dealer_state), (ship_state)) as state_of(code)
    where ${isJudgedAndOpen} and state_of.code is not null group by state_of.code`)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** The verdicts on what a rule can still stop: what was delivered, returned or picked up is left out. */
async function judgeOpen(db: Db, found: readonly Order[], now: Date, instead?: StateRule) {
  const { itemClass, magazine, flags, deliveredAt, stage } = orderLines
  const isRuled = or(isNotNull(itemClass), isNotNull(magazine), isNotNull(flags))
  const isWithUs = or(isNull(stage), notInArray(stage, ['picked_up', ...endings]))
  const judged = await judgeAll(db, found, now, and(isRuled, isNull(deliveredAt), isWithUs), instead)
  return judged.filter(({ lines }) => lines.length > 0)
}

/** By the rules as they are, without what was returned. `instead`: of all rules of its state. */
async function judgeAll(db: Db, found: readonly Order[], now: Date, which?: SQL, instead?: StateRule) {
  if (found.length === 0) return []
  const { orderId, position, title, itemClass, magazine, flags, returnedAt } = orderLines
  const ids = found.map(({ id }) => id)
  const judged = await db
    .select({ orderId, position, title, itemClass, magazine, flags })
    .from(orderLines)
    .where(and(inArray(orderId, ids), isNull(returnedAt), which))
  const stored = await findRulesFor(db, found.flatMap(statesOf))
  const rules = instead ? [...stored.filter(({ state }) => state !== instead.state), instead] : stored
  return found.map((order) => {
    const lines = judged.filter((line) => line.orderId === order.id)
    return { order, lines, verdict: judgeOrder(lines, order, rules, now) }
  })
}

const isJudgedAndOpen = and(inArray(orders.state, openOrderStates), isNotNull(orders.verdict))

/** Open orders that a rule of one of these states is about. */
function ofStates(db: Db, states: readonly string[], also?: SQL) {
  const { buyerState, dealerState, shipState } = orders
  const some = [...states]
  const concerned = or(inArray(buyerState, some), inArray(dealerState, some), inArray(shipState, some))
  return db
    .select()
    .from(orders)
    .where(and(isJudgedAndOpen, concerned, also))
    .orderBy(asc(orders.id))
}

type States = Pick<Parties, 'buyerState' | 'dealerState' | 'shipState'>

const statesOf = ({ buyerState, dealerState, shipState }: States) => [buyerState, dealerState, shipState]
