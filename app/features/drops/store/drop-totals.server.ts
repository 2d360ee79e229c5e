import { sql } from 'drizzle-orm'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import { second } from '#app/kit/clock.ts'
import { drops, dropUnits } from '../tables.ts'
import { hasStatus } from './drops.server.ts'

/** The totals of all runs. Runs that have not launched count as drops, and their units as upcoming. */
export type DropTotals = {
  drops: number
  units: number
  taken: number
  upcoming: number
  /** The fastest sell-out, in milliseconds, and the drop's name. */
  fastest: { name: string; ms: number } | null
}

/**
 * Adds up every run: the one query that reads all of them. It runs at most every ten seconds, and of the units it
 * reads only those that are not taken, for which there is an index.
 */
export const findDropTotals = cachedQuery(async (db, now): Promise<DropTotals> => {
  const isComing = hasStatus('coming_soon', now)
  const { rows } = await db.execute<{
    drops: number
    units: number
    upcoming: number
    left: number
    fastest: { name: string; ms: number } | null
  }>(sql`
    with every as (
      select count(*)::int as drops, coalesce(sum(${drops.totalUnits}), 0)::int as all_units,
        coalesce(sum(${drops.totalUnits}) filter (where not ${isComing}), 0)::int as units,
        min(${drops.soldOutAt} - ${drops.launchDate}) filter (where ${drops.soldOutAt} > ${drops.launchDate}) as least
      from ${drops})
    select every.drops, every.units, every.all_units as upcoming,
      (select count(*)::int from ${dropUnits} join ${drops} on ${drops.id} = ${dropUnits.dropId}
        where ${dropUnits.state} <> 'taken' and not ${isComing}) as left,
      (select jsonb_build_object('name', ${drops.name}, 'ms', round(extract(epoch from every.least) * 1000))
        from ${drops} where ${drops.soldOutAt} - ${drops.launchDate} = every.least
        order by ${drops.dropNumber} limit 1) as fastest
    from every`)
  const { units = 0, upcoming = 0, left = 0, drops: count = 0, fastest = null } = rows[0] ?? {}
  return { drops: count, units, taken: units - left, upcoming: upcoming - units, fastest }
}, 10 * second)
