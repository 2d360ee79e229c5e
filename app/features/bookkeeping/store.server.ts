import type { Db } from '#app/db/db.server.ts'
import { listShipPlaces } from '#app/features/orders/store/read.server.ts'
import { listUnsettledRefunds } from '#app/features/refunds/flows.server.ts'
import { listBalancesOfOrders, sumDueBalances } from '#app/features/reservations/store/balance-sold.server.ts'
import { addDays } from '#app/kit/dates.ts'
import {
  accountBalances,
  listPeriodEntries,
  listTaxedMovements,
  sumPeriod,
} from '#app/ledger/ledger.server.ts'
import { listOpenDifferences } from './differences.server.ts'
import {
  type Days,
  daysOfMonth,
  liabilitiesOf,
  periodOf,
  takingsOf,
  taxByPlace,
  type TaxPlace,
  type TaxRow,
} from './rules.ts'

export async function findMoneyDay(db: Db, day: string, timeZone: string) {
  const [sums, balances, due, refunds, differences] = await Promise.all([
    sumPeriod(db, periodOf({ from: day, to: day }, timeZone)),
    accountBalances(db),
    sumDueBalances(db),
    listUnsettledRefunds(db),
    listOpenDifferences(db),
  ])
  return {
    takings: takingsOf(sums),
    liabilities: liabilitiesOf(balances),
    due,
    stoppedRefunds: refunds.filter(({ state }) => state !== 'started'),
    differences,
  }
}

export async function* readEntries(db: Db, { from, to }: Days, timeZone: string, batchSize = 1_000) {
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const period = periodOf({ from: day, to: day }, timeZone)
    for (let after: number | undefined = 0; after !== undefined; ) {
      const entries: Awaited<ReturnType<typeof listPeriodEntries>> = await listPeriodEntries(db, period, {
        after,
        max: batchSize,
      })
      if (entries.length > 0) yield { day, entries }
      after = entries.length < batchSize ? undefined : entries.at(-1)?.id
    }
  }
}

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
