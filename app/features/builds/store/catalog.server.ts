import { asc, eq } from 'drizzle-orm'
import { listPriceChanges } from '#app/catalog/prices.server.ts'
import { priceAt } from '#app/catalog/rules.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { second } from '#app/kit/clock.ts'
import { isPlatformId, type Catalog, type Part } from '../rules.ts'
import { buildParts, platforms } from '../tables.ts'
import { outlineInput } from './drawing.server.ts'
import { readable, type UnreadableRow } from './readable-rows.server.ts'

/**
 * Platforms and parts on offer in display order, cached for a second. Availability and prices are those of `now`. A part that
 * cannot be read is left out, and a job raises an alert.
 */
export async function readCatalog(db: Db, now: Date): Promise<Catalog> {
  const { platforms, parts, prices, partPrices } = await readStored(db, now)
  return {
    platforms: platforms.map(({ position: _, state: _s, revision: _r, availableAt, ...platform }) => ({
      ...platform,
      startingPriceCents: priceAt(platform.startingPriceCents, prices.get(platform.id) ?? [], now),
      isAvailable: availableAt !== null && availableAt <= now,
    })),
    parts: parts.map((part) => ({
      ...part,
      priceCents: priceAt(part.priceCents, partPrices.get(part.id) ?? [], now),
    })),
  }
}

/** Drops the cached catalog after a change. */
export function invalidateCatalog(db: Db): void {
  readStored.forget(db)
}

/** The visible parts that the configurator leaves out, because what is stored of them cannot be read. */
export async function findUnreadableParts(db: Db): Promise<UnreadableRow[]> {
  return (await readParts(db)).unreadable
}

const readStored = cachedQuery(async (db) => {
  const [platformRows, parts, prices, partPrices] = await Promise.all([
    db.select().from(platforms).where(eq(platforms.state, 'visible')).orderBy(asc(platforms.position)),
    readParts(db),
    listPriceChanges(db, 'platform'),
    listPriceChanges(db, 'part'),
  ])
  return { platforms: platformRows, parts: parts.rows, prices, partPrices }
}, second)

async function readParts(db: Db) {
  const stored = await db
    .select()
    .from(buildParts)
    .where(eq(buildParts.state, 'visible'))
    .orderBy(asc(buildParts.position))
  return readable(stored, toPart)
}

type PartRow = typeof buildParts.$inferSelect

/** A stored part as the builder uses it. @throws If its outline or its platform cannot be drawn. */
function toPart({ position: _, state: _s, revision: _r, outline, platformId, ...part }: PartRow): Part {
  if (platformId !== null && !isPlatformId(platformId))
    throw new Error(`It belongs to ${platformId}, which we cannot draw`)
  return { ...part, platformId, outline: outlineInput.parse(outline) }
}
