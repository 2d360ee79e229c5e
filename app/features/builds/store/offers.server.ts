import { asc } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import { selectionInput } from '../input.ts'
import type { Selection } from '../rules.ts'
import { conversions, factoryPackages } from '../tables.ts'
import { type Drawing, drawingInput } from './drawing.server.ts'

/** A factory package, ready to order. */
export type FactoryPackage = {
  id: string
  name: string
  description: string
  caliber: string
  barrel: string
  features: string[]
  includes: string[]
  /** Text shown instead of a price. */
  priceNote: string
  /** Its selection in the configurator, if it has one. */
  selection: Selection | null
  drawing: Drawing
}

/** A conversion of a customer's own firearm. */
export type Conversion = {
  id: string
  name: string
  platform: string
  description: string
  /** Lead time: `3-4 weeks`. */
  timeline: string
  weeks: { from: number; to: number }
  features: string[]
  /** Added parts in ink, existing ones in phantom line. */
  drawing: Drawing
}

/** Packages and conversions in display order, cached for at most half a minute. */
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
