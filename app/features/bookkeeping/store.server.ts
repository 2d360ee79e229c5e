import { and, asc, eq, gte, isNull, lt, notInArray, type SQL } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import {
  type Difference,
  differenceWords,
  taxByPlace,
  type TaxPlace,
  type TaxRow,
  liabilitiesOf,
  takingsOf,
  type Days,
  periodOf,
  daysOfMonth,
} from './rules.ts'
import { addDays } from '#app/kit/dates.ts'
import { gatewayDifferences } from './tables.ts'
import { listUnsettledRefunds } from '#app/features/refunds/flows.server.ts'
import {
  sumDueBalances,
  listBalancesOfOrders,
} from '#app/features/reservations/store/balance-lookup.server.ts'
import {
  accountBalances,
  listPeriodEntries,
  sumPeriod,
  listTaxedMovements,
} from '#app/ledger/ledger.server.ts'
import { listShipPlaces } from '#app/features/orders/store/read.server.ts'

export type FoundDifference = typeof gatewayDifferences.$inferSelect

/** Each difference once. One of that span that is found no more has ended. */
export async function recordDifferences(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  gateway: GatewayName,
  found: readonly Difference[],
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const ids: number[] = []
  for (const difference of found) {
    const { gatewayCents, ledgerCents } = difference
    const stored = await work.tx
      .insert(gatewayDifferences)
      .values({ ...difference, gateway, foundAt: work.now })
      .onConflictDoUpdate({
        target: [gatewayDifferences.gateway, gatewayDifferences.kind, gatewayDifferences.ref],
        set: { gatewayCents, ledgerCents, endedAt: null, isAccepted: false },
      })
      .returning({ id: gatewayDifferences.id })
    ids.push(...stored.map(({ id }) => id))
  }
  const ofSpan = and(
    eq(gatewayDifferences.gateway, gateway),
    gte(gatewayDifferences.at, from),
    lt(gatewayDifferences.at, to),
    notInArray(gatewayDifferences.id, ids),
  )
  await endDifferences(work, ofSpan, { isAccepted: false })
}

/** With the alerts: there is one for each that is open. */
export async function endDifferences(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  which: SQL | undefined,
  { isAccepted }: { isAccepted: boolean },
): Promise<void> {
  await work.tx
    .update(gatewayDifferences)
    .set({ endedAt: work.now, isAccepted })
    .where(and(which, isNull(gatewayDifferences.endedAt)))
  const open = (await listOpenDifferences(work.tx)).map((difference) => ({
    subject: `difference ${difference.id}`,
    detail: `${difference.orderId ? `Order ${difference.orderId}: ` : ''}${differenceWords(difference)}`,
  }))
  await syncAlerts(work, 'gateway_difference', open)
}

export function listOpenDifferences(db: Db): Promise<FoundDifference[]> {
  return db
    .select()
    .from(gatewayDifferences)
    .where(isNull(gatewayDifferences.endedAt))
    .orderBy(asc(gatewayDifferences.id))
}

export async function findDifferenceForUpdate(
  { tx }: Pick<UnitOfWork, 'tx'>,
  id: number,
): Promise<FoundDifference | undefined> {
  const [difference] = await tx
    .select()
    .from(gatewayDifferences)
    .where(and(eq(gatewayDifferences.id, id), isNull(gatewayDifferences.endedAt)))
    .for('update')
  return difference
}

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
