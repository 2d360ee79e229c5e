import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { OrderFilter, OrderSort } from '../rules/order-filter.ts'
import { orders } from '../tables.ts'
import { allOf, conditionsOf, sorts } from './order-conditions.server.ts'

export type Neighbors = { previous: string | undefined; next: string | undefined }

/** The neighbors of an order in the list of a filter. A list by words has no order of its own: it knows none. */
export async function findNeighbors(
  db: Db,
  {
    filter,
    sort,
    id,
    also = [],
  }: { filter: OrderFilter; sort: OrderSort; id: string; also?: readonly SQL[] },
): Promise<Neighbors> {
  const { words, ...rest } = filter
  if (words !== undefined) return { previous: undefined, next: undefined }
  const { column, type, text, isDescending } = sorts[sort]
  const { rows } = await db.execute<{ value: string }>(sql`
    with page as (select ${orders.id}, ${column} as key from ${orders} where ${orders.id} = ${id})
    select ${text} as value from page`)
  const [here] = rows
  if (!here) return { previous: undefined, next: undefined }
  const beside = async (isBefore: boolean) => {
    const isDown = isDescending !== isBefore
    const direction = sql.raw(isDown ? 'desc' : 'asc')
    const found = await db.execute<{ id: string }>(sql`
      select ${orders.id} from ${orders}
      where ${allOf([...conditionsOf(rest), ...also])}
        and (${column}, ${orders.id}) ${sql.raw(isDown ? '<' : '>')} (${here.value}::${sql.raw(type)}, ${id})
      order by ${column} ${direction}, ${orders.id} ${direction} limit 1`)
    return found.rows[0]?.id
  }
  return { previous: await beside(true), next: await beside(false) }
}
