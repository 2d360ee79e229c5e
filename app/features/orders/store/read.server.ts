import { and, asc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { columnsOf, jsonOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { sqlList } from '#app/db/sql-list.ts'
import type { Ending, Stage } from '../rules.ts'
import { openRefundStates, refundLines, refunds } from '../refund-tables.ts'
import { paymentAttempts } from '../attempt-tables.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'
import { linkValues, opensByLink } from './links.server.ts'

export type OrderView = typeof orders.$inferSelect & {
  lines: OrderViewLine[]
  lastAttempt: LastAttempt | null
}

type OrderViewLine = typeof orderLines.$inferSelect & { isReturning: boolean }

type LastAttempt = Pick<typeof paymentAttempts.$inferSelect, 'id' | 'state' | 'declineReason'>

export type OrderHistory = OrderView & {
  events: (typeof orderEvents.$inferSelect)[]
  refunds: ShownRefund[]
}

/**
 * A refund with its lines and gateway. `isLate`: it returns a charge that came after we had abandoned the attempt.
 */
export type ShownRefund = typeof refunds.$inferSelect & {
  isLate: boolean
  gateway: string
  lines: RefundPart[]
}

type RefundPart = Pick<
  typeof refundLines.$inferSelect,
  'position' | 'amountCents' | 'isReturned' | 'releasesStock'
>

export async function findOwnOrder(
  db: Db,
  orderId: string,
  token: string,
  now: Date,
): Promise<OrderView | undefined> {
  const [row] = await ownOrder(db, linkValues(orderId, token, now))
  return row && readView(row)
}

export async function findOwnHistory(
  db: Db,
  orderId: string,
  token: string,
  now: Date,
): Promise<OrderHistory | undefined> {
  const [row] = await ownHistory(db, linkValues(orderId, token, now))
  if (!row) return undefined
  const { events, refunds: given, ...order } = row
  return { ...readView(order), events: events.map(readEvent), refunds: given.map(readRefund) }
}

/** Any order, for the operator and for emails. */
export async function findOrder(db: Db, orderId: string): Promise<OrderView | undefined> {
  const [row] = await anyOrder(db, { orderId })
  return row && readView(row)
}

export type PayableLine = Pick<
  typeof orderLines.$inferSelect,
  'position' | 'kind' | 'ref' | 'fulfillment' | 'quantity' | 'unitCents' | 'itemClass' | 'magazine' | 'flags'
>

export function listLines(db: Db, orderId: string): Promise<PayableLine[]> {
  return anyLines(db, { orderId })
}

export function listOwnLines(db: Db, orderId: string, token: string, now: Date): Promise<PayableLine[]> {
  return ownLines(db, linkValues(orderId, token, now))
}

type RawOrder = RawRow & { lines: RawRow[]; lastAttempt: LastAttempt | null }

const readOrder = rowReader(orders)

const readLine = rowReader(orderLines) as (raw: RawRow) => OrderViewLine

const readEvent = rowReader(orderEvents)

const readRefund = rowReader(refunds) as (raw: RawRow) => ShownRefund

function readView({ lines, lastAttempt: attempt, ...order }: RawOrder): OrderView {
  return { ...readOrder(order), lines: lines.map(readLine), lastAttempt: attempt }
}

const openStates = sqlList(openRefundStates)

const isReturning = sql`exists (select 1 from ${refundLines} part join ${refunds} open on open.id = part.refund_id
  where part.order_id = ${orderLines.orderId} and part.position = ${orderLines.position} and part.is_returned
    and open.state in (${openStates}))`

/** One sub-select per list, so that an order is one round trip. */
const view = sql`${columnsOf(orders)},
  (select coalesce(json_agg(${jsonOf(orderLines)}::jsonb || jsonb_build_object('isReturning', ${isReturning}) order by ${orderLines.position}), '[]') from ${orderLines}
    where ${orderLines.orderId} = ${orders.id}) as lines,
  (select json_build_object('id', ${paymentAttempts.id}, 'state', ${paymentAttempts.state}, 'declineReason', ${paymentAttempts.declineReason})
    from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id}
    order by ${paymentAttempts.startedAt} desc, ${paymentAttempts.id} limit 1) as "lastAttempt"`

const isIt = sql`${orders.id} = ${value('orderId')}`

const anyOrder = statement<RawOrder>(() => sql`select ${view} from ${orders} where ${isIt}`)

const ownOrder = statement<RawOrder>(
  () => sql`select ${view} from ${orders} where ${isIt} and ${opensByLink}`,
)

const refundParts = sql<
  RefundPart[]
>`(select coalesce(json_agg(json_build_object('position', ${refundLines.position},
    'amountCents', ${refundLines.amountCents}, 'isReturned', ${refundLines.isReturned},
    'releasesStock', ${refundLines.releasesStock}) order by ${refundLines.position}), '[]')
  from ${refundLines} where ${refundLines.refundId} = ${refunds.id})`

const shownRefund = sql`(${jsonOf(refunds)}::jsonb || jsonb_build_object('isLate',
  (select is_late from ${paymentAttempts} where ${paymentAttempts.id} = ${refunds.attemptId}), 'gateway',
  (select gateway from ${paymentAttempts} where ${paymentAttempts.id} = ${refunds.attemptId}), 'lines', ${refundParts}))`

const ownHistory = statement<RawOrder & { events: RawRow[]; refunds: RawRow[] }>(
  () => sql`
    select ${view},
      (select coalesce(json_agg(${jsonOf(orderEvents)} order by ${orderEvents.id}), '[]') from ${orderEvents}
        where ${orderEvents.orderId} = ${orders.id}) as events,
      (select coalesce(json_agg(${shownRefund} order by ${refunds.startedAt}), '[]') from ${refunds}
        where ${refunds.orderId} = ${orders.id}) as refunds
    from ${orders} where ${isIt} and ${opensByLink}`,
)

const lines = sql`select position, kind, ref, fulfillment, quantity, unit_cents as "unitCents", item_class as "itemClass", magazine, flags from ${orderLines} where ${orderLines.orderId} = ${value('orderId')}`

const anyLines = statement<PayableLine>(() => lines)

const ownLines = statement<PayableLine>(
  () => sql`${lines} and exists (select 1 from ${orders} where ${isIt} and ${opensByLink})`,
)

export function listEvents(db: Db, orderId: string) {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.id))
}

export function listRefunds(db: Db, orderId: string) {
  return db
    .select({
      ...getTableColumns(refunds),
      isLate: paymentAttempts.isLate,
      gateway: paymentAttempts.gateway,
      lines: refundParts,
    })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.startedAt))
}

/**
 * The stage of an order's firearm, or `undefined` without one or before payment. Of several, the first that has not
 * ended.
 */
export async function findStage(db: Db, orderId: string): Promise<Stage | Ending | undefined> {
  const [line] = await db
    .select({ stage: orderLines.stage })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), isNotNull(orderLines.stage)))
    .orderBy(sql`${orderLines.returnedAt} nulls first`, asc(orderLines.position))
  return line?.stage ?? undefined
}
