import { asc } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import { selectionInput } from '../input.ts'
import type { Selection } from '../rules.ts'
import { conversions, factoryPackages } from '../tables.ts'
import { type Drawing, drawingInput } from './drawing.server.ts'

/** A build that is ready to order as it is. */
export type FactoryPackage = {
  id: string
  name: string
  description: string
  caliber: string
  barrel: string
  features: string[]
  includes: string[]
  /** What stands in the place of a price. */
  priceNote: string
  /** Where it begins in the configurator, if it has a place there. */
  selection: Selection | null
  drawing: Drawing
}

/** What we do to a firearm that its owner has already. */
export type Conversion = {
  id: string
  name: string
  platform: string
  description: string
  /** Time on the bench: `3-4 weeks`. */
  timeline: string
  weeks: { from: number; to: number }
  features: string[]
  /** What it adds is in ink, what is there already in phantom line. */
  drawing: Drawing
}

/** Packages and conversions in the order of the page, at most half a minute old. */
export const readOffers = cachedQuery(async (db) => ({
  packages: await listPackages(db),
  conversions: await listConversions(db),
}))

async function listPackages(db: Db): Promise<FactoryPackage[]> {
  const rows = await db.select().from(factoryPackages).orderBy(asc(factoryPackages.position))
  return rows.map(({ position: _, drawing, selection, ...rest }) => ({
    ...rest,
    selection: selection === null ? null : selectionInput.parse(selection),
    drawing: drawingInput.parse(drawing),
  }))
}

async function listConversions(db: Db): Promise<Conversion[]> {
  const rows = await db.select().from(conversions).orderBy(asc(conversions.position))
  return rows.map(({ position: _, drawing, weeksFrom, weeksTo, ...rest }) => ({
    ...rest,
    timeline: `${weeksFrom}-${weeksTo} weeks`,
    weeks: { from: weeksFrom, to: weeksTo },
    drawing: drawingInput.parse(drawing),
  }))
}
