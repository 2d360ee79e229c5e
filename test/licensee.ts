// Who makes and sells in the shop of a test.
import type { Db } from '#app/db/db.server.ts'
import { type ShopFacts, unsetFacts } from '#app/facts/facts.ts'
import { shopFacts } from '#app/facts/tables.ts'

/** What a test's shop says of its owner. */
export const testFacts: ShopFacts = {
  ...unsetFacts(),
  legalName: 'Harbor Arms LLC',
  licenseLine: 'Federal firearms license, type 07',
}

/** Stores the licensee, as an owner types it before anything is sold. */
export async function givenLicensee(db: Db): Promise<void> {
  const row = { ...testFacts, changedAt: new Date(0), changedBy: 'M. Owner' }
  await db.insert(shopFacts).values(row).onConflictDoNothing()
}
