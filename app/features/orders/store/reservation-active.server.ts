import { type SQL, sql } from 'drizzle-orm'
import { sqlList } from '#app/db/sql-list.ts'
import { endings } from '../rules.ts'
import { orderLines, orders } from '../tables.ts'

const ended = sqlList(endings)

/**
 * SQL condition for other features: this line is a paid reservation, not canceled or returned. What came with it (a
 * code) is valid only while this holds.
 */
export function isReservationActive(orderId: SQL, position: SQL): SQL {
  return sql`exists (
    select 1 from ${orderLines} reserved join ${orders} placed_by on placed_by.id = reserved.order_id
    where reserved.order_id = ${orderId} and reserved.position = ${position}
      and reserved.stage is not null and reserved.stage not in (${ended})
      and placed_by.state in ('paid', 'part_refunded'))`
}
