import { asc } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import { isPlatformId, type Catalog, type Part } from '../rules.ts'
import { buildParts, platforms } from '../tables.ts'
import { outlineInput } from './drawing.server.ts'

/**
 * Platforms and parts in display order, cached for at most half a minute. Availability is computed for `now`.
 */
export async function readCatalog(db: Db, now: Date): Promise<Catalog> {
  const { platforms, parts } = await readStored(db, now)
  return {
    platforms: platforms.map(({ position: _, availableAt, ...platform }) => ({
      ...platform,
      isAvailable: availableAt !== null && availableAt <= now,
    })),
    parts,
  }
}

/** Drops the cached catalog after a change. */
export function invalidateCatalog(db: Db): void {
  readStored.forget(db)
}

const readStored = cachedQuery(async (db) => {
  const [platformRows, partRows] = await Promise.all([
    db.select().from(platforms).orderBy(asc(platforms.position)),
    db.select().from(buildParts).orderBy(asc(buildParts.position)),
  ])
  return { platforms: platformRows, parts: partRows.map(toPart) }
})

function toPart({ position: _, outline, platformId, ...part }: typeof buildParts.$inferSelect): Part {
  if (platformId !== null && !isPlatformId(platformId))
    throw new Error(`The part ${part.id} belongs to ${platformId}, which we cannot draw`)
  return { ...part, platformId, outline: outlineInput.parse(outline) }
}
