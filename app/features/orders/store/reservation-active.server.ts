import { type SQL, sql } from 'drizzle-orm'
import { sqlList } from '#app/db/sql-list.ts'
import { endings, stages } from '../rules.ts'
import { isFormFiled } from '../rules/refund-clock.ts'
import { orderLines, orders } from '../tables.ts'

const ended = sqlList(endings)
const filed = sqlList(stages.filter(isFormFiled))

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

/** SQL condition: the same, and its form is filed, so that its buyer can no longer take the deposit back alone. */
export function isReservationFiled(orderId: SQL, position: SQL): SQL {
  return sql`(${isReservationActive(orderId, position)} and exists (
    select 1 from ${orderLines} filed
    where filed.order_id = ${orderId} and filed.position = ${position} and filed.stage in (${filed})))`
}

export const paidAtOf = (orderId: SQL): SQL =>
  sql`(select ${orders.paidAt} from ${orders} where ${orders.id} = ${orderId})`
