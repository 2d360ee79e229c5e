import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { DealerAnswer } from '../rules/dealer-answer.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import type { Ending, OrderState, Stage } from '../rules.ts'
import type { Fulfillment, SellableKind } from '../rules/goods.ts'
import { orderLines, orders } from '../tables.ts'
import { conditionsOf, isInReview } from './order-conditions.server.ts'

export type ListedOrder = {
  id: string
  state: OrderState
  createdAt: Date
  paidAt: Date | null
  buyerName: string | null
  buyerEmail: string | null
  buyerState: string | null
  dealerName: string | null
  dealerAnswer: DealerAnswer['is'] | null
  totalCents: number
  capturedCents: number
  refundedCents: number
  isInReview: boolean
  lines: ListedLine[]
}

export type ListedLine = {
  position: number
  kind: SellableKind
  title: string
  quantity: number
  unitNumber: number | null
  stage: Stage | Ending | null
  itemClass: string | null
  fulfillment: Fulfillment
  refundUntil: Date | null
  deliveredAt: Date | null
  returnedAt: Date | null
}

export type ListCursor = { at: string; id: string }

type OrderListArgs = {
  filter: OrderFilter
  after?: ListCursor | undefined
  max: number
  also?: readonly SQL[]
}

/** A page of the list, newest first, and where the next one begins. */
export async function findOrderPage(
  db: Db,
  { filter, after, max, also = [] }: OrderListArgs,
): Promise<{ orders: ListedOrder[]; next: ListCursor | undefined }> {
  const isAfter = after
    ? [sql`(${orders.createdAt}, ${orders.id}) < (${after.at}::timestamptz, ${after.id})`]
    : []
  const { rows } = await db.execute<RawListed>(sql`
    select ${listedColumns} from ${orders} where ${allOf([...conditionsOf(filter), ...also, ...isAfter])}
    order by ${orders.createdAt} desc, ${orders.id} desc limit ${max + 1}`)
  const last = rows.length > max ? rows[max - 1] : undefined
  return {
    orders: rows.slice(0, max).map(readListed),
    next: last && { at: last.cursor, id: last.id },
  }
}

export async function countOrders(
  db: Db,
  filter: OrderFilter,
  { max, also = [] }: { max: number; also?: readonly SQL[] },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${orders} where ${allOf([...conditionsOf(filter), ...also])} limit ${max}) found`)
  return rows[0]?.count ?? 0
}

function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length ? sql.join([...conditions], sql` and `) : sql`true`
}

/** Orders by their codes, in no order: those that were selected in a list. */
export async function findListedOrders(db: Db, ids: readonly string[]): Promise<ListedOrder[]> {
  const { rows } = await db.execute<RawListed>(sql`
    select ${listedColumns} from ${orders} where ${orders.id} in ${ids.length ? ids : ['']}`)
  return rows.map(readListed)
}

type RawListed = Omit<ListedOrder, 'createdAt' | 'paidAt' | 'lines'> & {
  createdAt: string
  paidAt: string | null
  cursor: string
  lines: (Omit<ListedLine, Moments> & Record<Moments, string | null>)[]
}
type Moments = 'refundUntil' | 'deliveredAt' | 'returnedAt'

/** A place in the list as an address has it. What is none begins at the top. */
export function parseCursor(text: string | null): ListCursor | undefined {
  const [at = '', id = ''] = (text ?? '').split('~')
  const isPlace = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at) && !Number.isNaN(Date.parse(at))
  return isPlace ? { at, id } : undefined
}

/** Microseconds, which a Date would lose. */
const instantOf = sql`to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const listedColumns = sql`${orders.id}, ${orders.state}, ${orders.createdAt} as "createdAt", ${orders.paidAt} as "paidAt",
  ${orders.buyerName} as "buyerName", ${orders.buyerEmail} as "buyerEmail", ${orders.buyerState} as "buyerState",
  ${orders.dealerName} as "dealerName", ${orders.dealerAnswer} ->> 'is' as "dealerAnswer",
  ${orders.totalCents} as "totalCents", ${orders.capturedCents} as "capturedCents",
  ${orders.refundedCents} as "refundedCents", (${isInReview}) is true as "isInReview",
  ${instantOf} as cursor,
  (select coalesce(json_agg(json_build_object('position', position, 'kind', kind, 'title', title, 'quantity', quantity,
      'unitNumber', (plate ->> 'unitNumber')::int, 'stage', stage, 'itemClass', item_class, 'fulfillment', fulfillment,
      'refundUntil', refund_until, 'deliveredAt', delivered_at, 'returnedAt', returned_at) order by position), '[]')
    from ${orderLines} where ${orderLines.orderId} = ${orders.id}) as lines`

function readListed({ cursor: _, createdAt, paidAt, lines, ...order }: RawListed): ListedOrder {
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...order,
    createdAt: new Date(createdAt),
    paidAt: moment(paidAt),
    lines: lines.map((line) => ({
      ...line,
      refundUntil: moment(line.refundUntil),
      deliveredAt: moment(line.deliveredAt),
      returnedAt: moment(line.returnedAt),
    })),
  }
}
