import { asc, lt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { lastCheckBefore, staleOn } from '../rules.ts'
import { localRules, purchaseAges, stateRules } from '../tables.ts'

type ExpiringRule = {
  kind: 'state' | 'place' | 'age'
  id: string
  name: string
  asOf: string
  staleOn: string
}

/** How many rows of states turn stale before this moment if nobody looks at them, or have already, as a part of a statement. */
export const countExpiringStates = (db: Db, moment: Date) =>
  db.$count(stateRules, lt(stateRules.asOf, lastCheckBefore(moment)))

export async function rulesExpiringBefore(db: Db, moment: Date): Promise<ExpiringRule[]> {
  const day = lastCheckBefore(moment)
  const [states, places, ages] = await Promise.all([
    db.select().from(stateRules).where(lt(stateRules.asOf, day)).orderBy(asc(stateRules.state)),
    db.select().from(localRules).where(lt(localRules.asOf, day)).orderBy(asc(localRules.id)),
    db.select().from(purchaseAges).where(lt(purchaseAges.asOf, day)).orderBy(asc(purchaseAges.ageClass)),
  ])
  const found = [
    ...states.map(({ state, name, asOf }) => ({ kind: 'state' as const, id: state, name, asOf })),
    ...places.map(({ id, place, asOf }) => ({ kind: 'place' as const, id, name: place, asOf })),
    ...ages.map(({ ageClass, state, asOf }) => ({
      kind: 'age' as const,
      id: `${ageClass} ${state}`,
      name: `Age to buy: ${ageClass}, ${state}`,
      asOf,
    })),
  ]
  return found
    .map((rule) => ({ ...rule, staleOn: staleOn(rule) }))
    .toSorted((a, b) => a.staleOn.localeCompare(b.staleOn))
}
