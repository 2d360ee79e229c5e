import type { Db } from '#app/db/db.server.ts'
import { listUnsettledRefunds } from '#app/features/refunds/store/refund-items.server.ts'
import { sumDueBalances } from '#app/features/reservations/store/balance-lookup.server.ts'
import { accountBalances } from '#app/ledger/ledger.server.ts'
import { listPeriodEntries, sumPeriod } from '#app/ledger/period.server.ts'
import { type Days, periodOf, shiftDay } from '../rules/days.ts'
import { liabilitiesOf, takingsOf } from '../rules/takings.ts'
import { listOpenDifferences } from '../store.server.ts'

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
  for (let day = from; day <= to; day = shiftDay(day, 1)) {
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
