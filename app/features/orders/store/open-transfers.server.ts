import { and, asc, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { openStages } from '../rules.ts'
import { orderLines, orders } from '../tables.ts'

export type OpenTransfer = Awaited<ReturnType<typeof listOpenTransfers>>[number]

export type OpenTransfers = Promise<Awaited<ReturnType<typeof readOpenTransfers>>>

const isOpen = and(
  inArray(orderLines.stage, [...openStages]),
  isNull(orderLines.returnedAt),
  inArray(orders.state, ['paid', 'part_refunded']),
)

export function listOpenTransfers(db: Db, dealerKey?: string): OpenTransfers {
  // A query runs each time it is awaited, a promise once.
  return (async () => readOpenTransfers(db, dealerKey))()
}

export async function countOpenTransfers(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ dealerKey: orders.dealerKey, open: count() })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isOpen, isNotNull(orders.dealerKey)))
    .groupBy(orders.dealerKey)
  return new Map(rows.map(({ dealerKey, open }) => [dealerKey ?? '', open]))
}

function readOpenTransfers(db: Db, dealerKey?: string) {
  return db
    .select({
      orderId: orders.id,
      position: orderLines.position,
      title: orderLines.title,
      detail: orderLines.detail,
      plate: orderLines.plate,
      itemClass: orderLines.itemClass,
      stage: orderLines.stage,
      stageOn: orderLines.stageOn,
      paidAt: orders.paidAt,
      buyerName: orders.buyerName,
      buyerState: orders.buyerState,
      dealerKey: orders.dealerKey,
      dealerName: orders.dealerName,
      dealerCity: orders.dealerCity,
      dealerState: orders.dealerState,
      dealerAnswer: orders.dealerAnswer,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isOpen, dealerKey === undefined ? undefined : eq(orders.dealerKey, dealerKey)))
    .orderBy(asc(orders.paidAt), asc(orders.id), asc(orderLines.position))
}
