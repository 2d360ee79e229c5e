import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { DealerAnswer } from '../rules/dealer-answer.ts'
import type { OrderFilter, OrderSort } from '../rules/order-filter.ts'
import type { Ending, OrderState, Stage } from '../rules.ts'
import type { Fulfillment, SellableKind } from '../rules/goods.ts'
import { orderLines, orders } from '../tables.ts'
import { allOf, conditionsOf, isInReview, sortedBy, sorts } from './order-conditions.server.ts'
import { searchQuery } from '../rules/search-terms.ts'

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

export type ListCursor = { value: string; id: string }

export type OrderListArgs = {
  filter: OrderFilter
  sort: OrderSort
  after?: ListCursor | undefined
  max: number
  also?: readonly SQL[]
}

export type OrderPage = { orders: ListedOrder[]; next: ListCursor | undefined }

export async function findOrderPage(db: Db, args: OrderListArgs): Promise<OrderPage> {
  const { filter, sort, after, max, also = [] } = args
  const { words, ...rest } = filter
  const where = allOf([...conditionsOf(rest), ...also, ...(after ? [isAfter(sort, after)] : [])])
  const rows =
    words === undefined
      ? await listPlaces(
          db,
          sort,
          sql`select ${orders.id}, ${sorts[sort].column} as key from ${orders} where ${where}
            order by ${sortedBy(sort)} limit ${max + 1}`,
        )
      : await listFound(db, { sort, where, words, max: max + 1 })
  const last = rows.length > max ? rows[max - 1] : undefined
  return {
    orders: rows.slice(0, max).map(readListed),
    next: last && { value: last.cursor, id: last.id },
  }
}

export async function countOrders(
  db: Db,
  filter: OrderFilter,
  { max, also = [] }: { max: number; also?: readonly SQL[] },
): Promise<number> {
  const { words, ...rest } = filter
  const others = [...conditionsOf(rest), ...also]
  if (words !== undefined) return byIndex(db, (tx) => countFound(tx, foundToCount(words, others, max), max))
  return countFound(db, sql`select 1 from ${orders} where ${allOf(others)}`, max)
}

/** Orders by their codes, in no order: those that were selected in a list. */
export async function findListedOrders(db: Db, ids: readonly string[]): Promise<ListedOrder[]> {
  const { rows } = await db.execute<RawListed>(sql`
    select ${listedColumns}, '' as cursor from ${orders} where ${orders.id} in ${ids.length ? ids : ['']}`)
  return rows.map(readListed)
}

/** What begins in the order of the list is nearly always enough of a common word; what is rare is found by its index. */
async function listFound(
  db: Db,
  { sort, where, words, max }: { sort: OrderSort; where: SQL; words: string; max: number },
): Promise<RawListed[]> {
  const near = await listPlaces(db, sort, foundNearby(words, { sort, where, max }))
  return near.length === max
    ? near
    : byIndex(db, (tx) => listPlaces(tx, sort, foundAnywhere(words, { sort, where, max })))
}

async function listPlaces(db: Db, sort: OrderSort, places: SQL): Promise<RawListed[]> {
  const { rows } = await db.execute<RawListed>(sql`
    with page as materialized (${places})
    select ${listedColumns}, ${sorts[sort].text} as cursor from page join ${orders} on ${orders.id} = page.id
    order by ${sortedBy(sort, sql`page.key`, sql`page.id`)}`)
  return rows
}

function isAfter(sort: OrderSort, { value, id }: ListCursor): SQL {
  const { column, type, isDescending } = sorts[sort]
  return sql`(${column}, ${orders.id}) ${sql.raw(isDescending ? '<' : '>')} (${value}::${sql.raw(type)}, ${id})`
}

async function countFound(db: Db, found: SQL, max: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${found} limit ${max}) found`)
  return rows[0]?.count ?? 0
}

type RawListed = Omit<ListedOrder, 'createdAt' | 'paidAt' | 'lines'> & {
  createdAt: string
  paidAt: string | null
  cursor: string
  lines: (Omit<ListedLine, Moments> & Record<Moments, string | null>)[]
}
type Moments = 'refundUntil' | 'deliveredAt' | 'returnedAt'

export function parseCursor(sort: OrderSort, { value, id }: ListCursor): ListCursor | undefined {
  const isPlace =
    sorts[sort].type === 'int'
      ? /^\d{1,9}$/.test(value)
      : /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(value) && !Number.isNaN(Date.parse(value))
  return isPlace ? { value, id } : undefined
}

const listedColumns = sql`${orders.id}, ${orders.state}, ${orders.createdAt} as "createdAt", ${orders.paidAt} as "paidAt",
  ${orders.buyerName} as "buyerName", ${orders.buyerEmail} as "buyerEmail", ${orders.buyerState} as "buyerState",
  ${orders.dealerName} as "dealerName", ${orders.dealerAnswer} ->> 'is' as "dealerAnswer",
  ${orders.totalCents} as "totalCents", ${orders.capturedCents} as "capturedCents",
  ${orders.refundedCents} as "refundedCents", (${isInReview}) is true as "isInReview",
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

// Orders by words, in three shapes. How many orders a word begins cannot be estimated: of most there is one, of some every eighth.

type FoundArgs = { sort: OrderSort; where: SQL; max: number }

/** How many orders are passed in the order of the list before the index of words is searched. */
const nearbyOrders = 1_000
/** An order has no more lines than a cart. */
const linesPerOrder = 20

/** Both are stored columns of the migration of functions, made by `order_words` and `line_words`. */
const orderWords = sql.raw('orders.words')
const lineWords = sql.raw('order_lines.words')

/**
 * Places among the first of a list, each order tested as it is passed. Fewer than `max` may mean that others follow further
 * down.
 */
function foundNearby(typed: string, { sort, where, max }: FoundArgs): SQL {
  const { order, line } = searchQuery(typed)
  const { column } = sorts[sort]
  const tests = [
    order && sql`near.words @@ ${order}::tsquery`,
    // An aggregate, because an `exists` would be turned around and begin with all lines that match.
    line &&
      sql`(select bool_or(${lineWords} @@ ${line}::tsquery) from ${orderLines} where ${orderLines.orderId} = near.id)`,
  ].filter((test) => test !== undefined && test !== '')
  return sql`select near.id, near.key from (
      select ${orders.id}, ${column} as key, ${orderWords} from ${orders} where ${where}
      order by ${sortedBy(sort)} limit ${nearbyOrders}) near
    where ${tests.length ? sql.join(tests, sql` or `) : sql`false`}
    order by ${sortedBy(sort, sql`near.key`, sql`near.id`)} limit ${max}`
}

/** Lets the planner read no table from end to end: how many rows begin with some letters is beyond its estimates. */
function byIndex<Found>(db: Db, read: (tx: Db) => Promise<Found>): Promise<Found> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`)
    return read(tx)
  })
}

/** Places in the whole list, found by the index of words. Materialized, or the planner would pass all orders in their order. */
function foundAnywhere(typed: string, { sort, where, max }: FoundArgs): SQL {
  const { column, type } = sorts[sort]
  const found = matching(typed).map(
    (isFound) => sql`select ${orders.id}, ${column} as key from ${orders} where ${isFound} and ${where}`,
  )
  return sql`select found.id, found.key from (
      with found as materialized (${unionOf(found, sql`select '' as id, null::${sql.raw(type)} as key where false`)}) select * from found) found
    order by ${sortedBy(sort, sql`found.key`, sql`found.id`)} limit ${max}`
}

/** Orders to be counted up to `max`, each once. Without other conditions no more are read than that takes. */
function foundToCount(typed: string, others: readonly SQL[], max: number): SQL {
  const isAlone = others.length === 0
  const found = matching(typed, isAlone ? max * linesPerOrder : undefined).map(
    (isFound) => sql`(select ${orders.id} from ${orders} where ${allOf([isFound, ...others])} limit ${max})`,
  )
  return sql`select 1 from (${unionOf(found, sql`select 1 where false`)}) each`
}

function matching(typed: string, maxLines?: number): SQL[] {
  const { order, line, wholeInLine } = searchQuery(typed)
  const limit = maxLines === undefined ? sql`` : sql`limit ${maxLines}`
  return [
    order && sql`${orderWords} @@ ${order}::tsquery`,
    line &&
      sql`${orders.id} = any(array(select ${orderLines.orderId} from ${orderLines} where ${isLineFound(line, wholeInLine)} ${limit}))`,
  ].filter((condition) => condition !== undefined && condition !== '')
}

/**
 * How a word begins is looked up by reading everything that begins so, before it is narrowed: beside a whole word it is tested on
 * the lines that have that one. No index serves a `coalesce`.
 */
function isLineFound(line: string, whole: string | undefined): SQL {
  return whole === undefined
    ? sql`${lineWords} @@ ${line}::tsquery`
    : sql`${lineWords} @@ ${whole}::tsquery and coalesce(${lineWords}, '') @@ ${line}::tsquery`
}

function unionOf(queries: readonly SQL[], nothing: SQL): SQL {
  return queries.length ? sql.join([...queries], sql` union `) : nothing
}
