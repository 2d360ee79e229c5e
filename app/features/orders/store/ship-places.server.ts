import { inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { orders } from '../tables.ts'

export function listShipPlaces(db: Db, orderIds: readonly string[]) {
  const { id: orderId, shipState: state, shipCounty: county } = orders
  return db
    .select({ orderId, state, county })
    .from(orders)
    .where(inArray(orderId, [...orderIds]))
}
