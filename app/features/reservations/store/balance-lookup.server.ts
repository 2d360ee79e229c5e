import { and, asc, count, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { balances } from '../tables.ts'
import { orders } from '#app/features/orders/tables.ts'

export type Balance = typeof balances.$inferSelect

/** The request that counts for a reservation line: the one that has not ended, or else the last. */
export async function findBalance(db: Db, reservationId: string, position: number) {
  const found = await listBalancesOf(db, reservationId)
  return found.find((each) => each.position === position)
}

export const listBalancesOf = rowsBy(balances, 'reservationId', [
  sql`${balances.state} = 'released'`,
  desc(balances.requestedAt),
  asc(balances.id),
])

export async function findBalanceById(db: Db, id: string): Promise<Balance | undefined> {
  const [found] = await db.select().from(balances).where(eq(balances.id, id))
  return found
}

export async function findBalanceOfOrder(db: Db, orderId: string): Promise<Balance | undefined> {
  return (await listBalancesOfOrders(db, [orderId]))[0]
}

export function listBalancesOfOrders(db: Db, orderIds: readonly string[]): Promise<Balance[]> {
  return db
    .select()
    .from(balances)
    .where(inArray(balances.orderId, [...orderIds]))
}

const isPausedSql = sql<boolean>`${balances.pausedAt} is not null`

const isDueSql = sql`${balances.state} in ('open', 'held')`

/** The status of a balance in the list of orders. `due` is not paid yet and in time, or paused by a review; `overdue` is late. */
export type BalanceStatus = 'due' | 'overdue' | 'paid'

export function hasBalance(statuses: readonly BalanceStatus[], now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const conditions: Record<BalanceStatus, SQL> = {
    due: sql`${isDueSql} and (${balances.dueAt} > ${at} or ${isPausedSql})`,
    overdue: sql`${isDueSql} and ${balances.dueAt} <= ${at} and not ${isPausedSql}`,
    paid: sql`${balances.state} = 'paid'`,
  }
  const some = sql.join(
    statuses.map((status) => sql`(${conditions[status]})`),
    sql` or `,
  )
  return sql`${orders.id} in (select ${balances.reservationId} from ${balances} where ${some})`
}

/** What is still to be paid of an order, in cents with tax. `isPaused`: its date is later than `dueAt`, by a review. */
export type DueSum = { cents: number; dueAt: Date; isPaused: boolean }

export async function findBalancesDue(db: Db, orderIds: readonly string[]): Promise<Map<string, DueSum>> {
  if (orderIds.length === 0) return new Map()
  const found = await db
    .select({
      id: balances.reservationId,
      cents: sql<number>`${balances.amountCents} + ${balances.taxCents}`,
      dueAt: balances.dueAt,
      isPaused: isPausedSql,
    })
    .from(balances)
    .where(and(inArray(balances.reservationId, [...orderIds]), isDueSql))
    .orderBy(asc(balances.dueAt))
  const due = new Map<string, DueSum>()
  for (const { id, cents, ...until } of found)
    due.set(id, { ...until, ...due.get(id), cents: (due.get(id)?.cents ?? 0) + cents })
  return due
}

export type BalanceMoney = { totalCents: number; capturedCents: number; refundedCents: number }

/** What the balances of a reservation brought, and which reservation an order is the balance of. Money is counted at the reservation, once. */
export async function findBalanceMoney(db: Db, orderIds: readonly string[]) {
  const [of, brought] = [new Map<string, string>(), new Map<string, BalanceMoney>()]
  if (orderIds.length === 0) return { of, brought }
  const ids = [...orderIds]
  const { reservationId, orderId } = balances
  const { totalCents, capturedCents, refundedCents } = orders
  const found = await db
    .select({ reservationId, id: orders.id, totalCents, capturedCents, refundedCents })
    .from(balances)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(or(inArray(reservationId, ids), inArray(orderId, ids)))
  for (const row of found) {
    of.set(row.id, row.reservationId)
    const before = brought.get(row.reservationId) ?? { totalCents: 0, capturedCents: 0, refundedCents: 0 }
    brought.set(row.reservationId, {
      totalCents: before.totalCents + (row.capturedCents > 0 ? row.totalCents : 0),
      capturedCents: before.capturedCents + row.capturedCents,
      refundedCents: before.refundedCents + row.refundedCents,
    })
  }
  return { of, brought }
}

/** A balance that is still to be paid, with the buyer's name; null where the order was forgotten. */
type DueBalance = Balance & { buyerName: string | null }

/** Enough for every balance that is due. */
export const everyDue = 10_000

export function listDueBalances(db: Db, limit = 500): Promise<DueBalance[]> {
  return db
    .select({ ...getTableColumns(balances), buyerName: orders.buyerName })
    .from(balances)
    .innerJoin(orders, eq(orders.id, balances.reservationId))
    .where(isDueSql)
    .orderBy(asc(balances.dueAt), asc(balances.id))
    .limit(limit)
}

export async function sumDueBalances(db: Db): Promise<{ count: number; cents: number }> {
  const [found] = await db
    .select({
      count: count(),
      cents: sql`coalesce(sum(${balances.amountCents} + ${balances.taxCents}), 0)`.mapWith(Number),
    })
    .from(balances)
    .where(isDueSql)
  return found ?? { count: 0, cents: 0 }
}
