import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { parcelLines, parcels } from '../parcel-tables.ts'
import type { SellableKind } from '../rules/goods.ts'
import { orderLines } from '../tables.ts'

export function hasLeftShop(
  orderId: SQLWrapper,
  kind: SellableKind & ('accessory' | 'patch'),
  item: SQLWrapper,
): SQL {
  return sql`exists (
    select 1 from ${orderLines} line
    join ${parcelLines} packed on packed.order_id = line.order_id and packed.position = line.position
    join ${parcels} parcel on parcel.id = packed.parcel_id
    where line.order_id = ${orderId} and line.kind = ${sql.raw(`'${kind}'`)}
      and line.ref ->> ${sql.raw(`'${kind}'`)} = ${item}::text and parcel.sent_at is not null)`
}
