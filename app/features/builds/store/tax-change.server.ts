import type { Db } from '#app/db/db.server.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import type { ShownClaim } from '#app/features/claims/rules.ts'
import { listClaimHistory } from '#app/features/claims/store.server.ts'

/** When the federal tax on these items changes next, or last changed, and to what. */
export type TaxChange = {
  at: Date
  figure: string
  /** The calendar date of the turn, `2026-01-01`. */
  date: string
  isPast: boolean
  claim: Pick<ShownClaim, 'source' | 'reviewedOn'>
}

/** The next turn of the tax, else the last; undefined where no dated claim knows of any. Days begin in `zone`. */
export async function findTaxChange(db: Db, now: Date, zone: string): Promise<TaxChange | undefined> {
  const changes = (await listClaimHistory(db, ['tax.sbr'])).flatMap(
    ({ effectiveFrom: date, figure, source, reviewedOn }) => {
      if (date === null) return []
      const at = startOfDay(zone, date)
      return [{ at, figure, date, isPast: at <= now, claim: { source, reviewedOn } }]
    },
  )
  return changes.find(({ isPast }) => !isPast) ?? changes.at(-1)
}

/** The instant at which a calendar date begins in a zone. */
export function startOfDay(zone: string, date: string): Date {
  const utcMidnight = Date.parse(`${date}T00:00:00Z`)
  // What the zone's clocks show at an instant, read as if they were in UTC. Swedish dates are written as ISO's are.
  const clock = dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const wallClock = (index: number) => Date.parse(`${clock.format(new Date(index)).replace(' ', 'T')}Z`)
  const estimate = utcMidnight - (wallClock(utcMidnight) - utcMidnight)
  return new Date(estimate - (wallClock(estimate) - utcMidnight))
}
