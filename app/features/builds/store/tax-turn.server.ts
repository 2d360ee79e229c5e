import type { Db } from '#app/db/db.server.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import type { ShownClaim } from '../../claims/rules.ts'
import { listClaimHistory } from '../../claims/store.server.ts'

/** When the federal tax on these items changes next, or last changed, and to what. */
export type TaxTurn = {
  at: Date
  figure: string
  /** The calendar date of the turn, `2026-01-01`. */
  date: string
  isPast: boolean
  claim: Pick<ShownClaim, 'source' | 'reviewedOn'>
}

/** The next turn of the tax, else the last; undefined where no dated claim knows of any. Days begin in `zone`. */
export async function findTaxTurn(db: Db, now: Date, zone: string): Promise<TaxTurn | undefined> {
  const turns = (await listClaimHistory(db, ['tax.sbr'])).flatMap(
    ({ effectiveFrom: date, figure, source, reviewedOn }) => {
      if (date === null) return []
      const at = midnightIn(zone, date)
      return [{ at, figure, date, isPast: at <= now, claim: { source, reviewedOn } }]
    },
  )
  return turns.find(({ isPast }) => !isPast) ?? turns.at(-1)
}

/** The instant at which a calendar date begins in a zone. */
export function midnightIn(zone: string, date: string): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`)
  // What the zone's clocks show at an instant, read as if they were in UTC. Swedish dates are written as ISO's are.
  const clock = dateFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const shown = (at: number) => Date.parse(`${clock.format(new Date(at)).replace(' ', 'T')}Z`)
  const near = wanted - (shown(wanted) - wanted)
  return new Date(near - (shown(near) - wanted))
}
