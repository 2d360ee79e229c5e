// Orders by words, in three shapes. How many orders a word begins cannot be estimated: of most there is one, of some every eighth.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { OrderSort } from '../rules/order-filter.ts'
import { searchQuery } from '../rules/search-terms.ts'
import { orderLines, orders } from '../tables.ts'
import { allOf, sortedBy, sorts } from './order-conditions.server.ts'

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
export function foundNearby(typed: string, { sort, where, max }: FoundArgs): SQL {
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
export function byIndex<Found>(db: Db, read: (tx: Db) => Promise<Found>): Promise<Found> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_seqscan', 'off', true)`)
    return read(tx)
  })
}

/** Places in the whole list, found by the index of words. Materialized, or the planner would pass all orders in their order. */
export function foundAnywhere(typed: string, { sort, where, max }: FoundArgs): SQL {
  const { column, type } = sorts[sort]
  const found = matching(typed).map(
    (isFound) => sql`select ${orders.id}, ${column} as key from ${orders} where ${isFound} and ${where}`,
  )
  return sql`select found.id, found.key from (
      with found as materialized (${unionOf(found, sql`select '' as id, null::${sql.raw(type)} as key where false`)}) select * from found) found
    order by ${sortedBy(sort, sql`found.key`, sql`found.id`)} limit ${max}`
}

/** Orders to be counted up to `max`, each once. Without other conditions no more are read than that takes. */
export function foundToCount(typed: string, others: readonly SQL[], max: number): SQL {
  const isAlone = others.length === 0
  const found = matching(typed, isAlone ? max * linesPerOrder : undefined).map(
    (isFound) => sql`(select ${orders.id} from ${orders} where ${allOf([isFound, ...others])} limit ${max})`,
  )
  return sql`select 1 from (${unionOf(found, sql`select 1 where false`)}) each`
}

/** Conditions that the words of an order, or those of one of its lines, meet. Each is served by its index. */
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
