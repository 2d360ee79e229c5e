import type { Db } from '#app/db/db.server.ts'
import { listShipPlaces } from '#app/features/orders/store/read.server.ts'
import { listBalancesOfOrders } from '#app/features/reservations/store/balance-lookup.server.ts'
import { listTaxedMovements } from '#app/ledger/period.server.ts'
import { daysOfMonth, periodOf } from '../rules/days.ts'
import { taxByPlace, type TaxPlace, type TaxRow } from '../rules/tax.ts'

const batchSize = 5_000

export async function findMonthTax(db: Db, month: string, timeZone: string): Promise<TaxRow[]> {
  const movements = await listTaxedMovements(db, periodOf(daysOfMonth(month), timeZone))
  const orderIds = movements.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const places = new Map<string, TaxPlace>()
  for (let at = 0; at < orderIds.length; at += batchSize) {
    const batch = orderIds.slice(at, at + batchSize)
    for (const { orderId, state, county } of await listShipPlaces(db, batch))
      places.set(orderId, { state, county })
    for (const balance of await listBalancesOfOrders(db, batch))
      if (balance.orderId !== null)
        places.set(balance.orderId, { state: balance.taxState, county: balance.taxCounty, balance })
  }
  return taxByPlace(movements, (orderId) => places.get(orderId))
}
