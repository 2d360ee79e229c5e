import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { hashSecret } from '#app/kit/ids.ts'
import type { Ending, Stage } from '../rules.ts'
import {
  openAttemptStates,
  orderEvents,
  orderLines,
  orderLinks,
  orders,
  paymentAttempts,
  refunds,
} from '../tables.ts'

/** What an order is made of: enough to judge and to pay it. */
export function listLineKinds(db: Db, orderId: string) {
  return db
    .select({ kind: orderLines.kind, ref: orderLines.ref, itemClass: orderLines.itemClass })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
}

/** An order as its buyer sees it: the order, its lines, and how its last payment went. */
export type OrderView = NonNullable<Awaited<ReturnType<typeof findOwnOrder>>>

/** The order that a private link's secret opens, or undefined. */
export async function findOwnOrder(db: Db, orderId: string, token: string) {
  const opens = db
    .select({ one: sql`1` })
    .from(orderLinks)
    .where(
      and(
        eq(orderLinks.tokenHash, hashSecret(token)),
        eq(orderLinks.orderId, orders.id),
        isNull(orderLinks.revokedAt),
      ),
    )
  return findView(db, and(eq(orders.id, orderId), sql`exists ${opens}`))
}

/** Any order, for the operator and for mails. */
export function findOrder(db: Db, orderId: string) {
  return findView(db, eq(orders.id, orderId))
}

async function findView(db: Db, which: ReturnType<typeof and>) {
  const rows = await db
    .select({ order: orders, line: orderLines, attempt: lastAttempt })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(which)
    .orderBy(asc(orderLines.position))
  const [first] = rows
  return first && { ...first.order, lines: rows.map(({ line }) => line), lastAttempt: first.attempt }
}

/** The newest attempt to pay: its id, its state and why it was declined, from one sub-select. */
const lastAttempt = sql<{
  id: string
  state: typeof paymentAttempts.$inferSelect.state
  declineReason: string | null
} | null>`(
  select json_build_object('id', ${paymentAttempts.id}, 'state', ${paymentAttempts.state}, 'declineReason', ${paymentAttempts.declineReason})
  from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id}
  order by ${paymentAttempts.startedAt} desc, ${paymentAttempts.id} limit 1)`

/** Everything that happened to an order, oldest first. */
export function listEvents(db: Db, orderId: string) {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id))
}

/** An order's refunds, oldest first, each with whether it gives back a charge that came after we had given it up. */
export function listRefunds(db: Db, orderId: string) {
  return db
    .select({ ...getTableColumns(refunds), isLate: paymentAttempts.isLate })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.startedAt))
}

/** How far the firearm of an order has come, or `undefined` when there is none or nothing is paid. */
export async function findStage(db: Db, orderId: string): Promise<Stage | Ending | undefined> {
  const [line] = await db
    .select({ stage: orderLines.stage })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), isNotNull(orderLines.stage)))
  return line?.stage ?? undefined
}

/** The newest orders, for the operator. */
export function listOrders(db: Db, most = 50) {
  return db.select().from(orders).orderBy(desc(orders.createdAt)).limit(most)
}

/** The gateway's reference of a captured charge. Throws when there is none: nothing could be given back. */
export async function requireChargeRef(db: Db, attemptId: string): Promise<string> {
  const [attempt] = await db
    .select({ chargeRef: paymentAttempts.chargeRef })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
  if (!attempt?.chargeRef) throw new Error(`Attempt ${attemptId} has no charge`)
  return attempt.chargeRef
}

/** A payment attempt by id: what a gateway's notification is about. */
export async function findAttempt(db: Db, attemptId: string) {
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return attempt
}

/** The attempt of which the outcome is open, by its own id or by that of its order, or undefined. */
export async function findOpenAttempt(db: Db, attemptOrOrderId: string) {
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, [...openAttemptStates]),
        or(eq(paymentAttempts.id, attemptOrOrderId), eq(paymentAttempts.orderId, attemptOrOrderId)),
      ),
    )
  return attempt
}
