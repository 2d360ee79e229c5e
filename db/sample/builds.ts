import type { Db } from '#app/db/db.server.ts'
import { buildParts, conversions, factoryPackages, platforms } from '#app/features/builds/tables.ts'
import { after, day } from '#app/kit/clock.ts'
import { sampleConversions, samplePackages, sampleParts, samplePlatforms } from './data/builds.ts'

/** Available platforms are dated in the past, so that they are not announced. */
export async function addBuilds(tx: Db, now: Date): Promise<void> {
  const rows = placed(samplePlatforms).map(({ isAvailable, ...platform }) => ({
    ...platform,
    availableAt: isAvailable ? after(now, -400 * day) : null,
  }))
  await tx.insert(platforms).values(rows)
  await tx.insert(buildParts).values(placed(sampleParts))
  await tx.insert(factoryPackages).values(placed(samplePackages))
  await tx.insert(conversions).values(placed(sampleConversions))
}

function placed<Item>(items: readonly Item[]): (Item & { position: number })[] {
  return items.map((item, at) => ({ ...item, position: at + 1 }))
}
