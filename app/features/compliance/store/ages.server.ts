import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { PurchaseAgeInput } from '../input.ts'
import type { AgeRule } from '../rules.ts'
import { purchaseAges } from '../tables.ts'
import { nextVersion, type Recorded } from './versions.server.ts'

export function listPurchaseAges(db: Db): Promise<(typeof purchaseAges.$inferSelect)[]> {
  return db.select().from(purchaseAges).orderBy(asc(purchaseAges.ageClass), asc(purchaseAges.state))
}

export const findKnownAges: CachedQuery<AgeRule[]> = cachedQuery((db) => listPurchaseAges(db))

export async function recordPurchaseAge(work: UnitOfWork, age: PurchaseAgeInput): Promise<Recorded> {
  const { tx } = work
  const isIt = and(eq(purchaseAges.ageClass, age.ageClass), eq(purchaseAges.state, age.state))
  const [before] = await tx.select().from(purchaseAges).where(isIt).for('update')
  const recorded = await nextVersion(work, {
    rule: `age ${age.ageClass} ${age.state}`,
    ...(before && { before }),
    after: age,
    states: [],
  })
  const row = { ...age, version: recorded.version }
  await tx
    .insert(purchaseAges)
    .values(row)
    .onConflictDoUpdate({ target: [purchaseAges.ageClass, purchaseAges.state], set: row })
  return recorded
}

export async function addMissingPurchaseAges(db: Db, ages: PurchaseAgeInput[]): Promise<void> {
  await db.insert(purchaseAges).values(ages).onConflictDoNothing()
}
