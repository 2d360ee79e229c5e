import type { Db } from '#app/db/db.server.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { listClaimHistory } from '#app/features/claims/store.server.ts'

/** The next, or else the last, change of the federal tax on these items. */
export type TaxChange = {
  at: Date
  figure: string
  /** The calendar date of the change, `2026-01-01`. */
  date: string
  isPast: boolean
}

/** The next change of the tax, else the last; undefined without a dated claim. Days begin in `zone`. */
export async function findTaxChange(db: Db, now: Date, zone: string): Promise<TaxChange | undefined> {
  const changes = (await listClaimHistory(db, ['tax.sbr'])).flatMap(({ effectiveFrom: date, figure }) => {
    if (date === null) return []
    const at = startOfDay(zone, date)
    return [{ at, figure, date, isPast: at <= now }]
  })
  return changes.find(({ isPast }) => !isPast) ?? changes.at(-1)
}

/** The instant at which a calendar date begins in a zone. */
export function startOfDay(zone: string, date: string): Date {
  const utcMidnight = Date.parse(`${date}T00:00:00Z`)
  // The zone's wall clock at an instant, read as UTC. Swedish dates have the ISO format.
  const clock = dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const wallClock = (index: number) => Date.parse(`${clock.format(new Date(index)).replace(' ', 'T')}Z`)
  const estimate = utcMidnight - (wallClock(utcMidnight) - utcMidnight)
  return new Date(estimate - (wallClock(estimate) - utcMidnight))
}
