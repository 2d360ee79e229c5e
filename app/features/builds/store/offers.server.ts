import type { PgSelect } from 'drizzle-orm/pg-core'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import { selectionInput } from '../input.ts'
import type { Selection } from '../rules.ts'
import { conversions, factoryPackages } from '../tables.ts'
import { second } from '#app/kit/clock.ts'
import { type Drawing, drawingInput } from './drawing.server.ts'
import { readable, type UnreadableRow } from './readable-rows.server.ts'

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

/**
 * Packages and conversions on offer in display order, cached for a second. One that cannot be read is left out, and a job tells
 * staff.
 */
export const readOffers = cachedQuery(
  async (db) => ({
    packages: (await readPackages(db)).rows,
    conversions: (await readConversions(db)).rows,
  }),
  second,
)

/** The visible packages that pages leave out because their stored data is invalid. */
export async function findUnreadablePackages(db: Db): Promise<UnreadableRow[]> {
  return (await readPackages(db)).unreadable
}

/** The visible conversions that pages leave out, because what is stored of them cannot be read. */
export async function findUnreadableConversions(db: Db): Promise<UnreadableRow[]> {
  return (await readConversions(db)).unreadable
}

async function readPackages(db: Db) {
  return readable(await visible(db.select().from(factoryPackages).$dynamic(), factoryPackages), toPackage)
}

function toPackage({
  position: _,
  state: _s,
  revision: _r,
  drawing,
  selection,
  ...rest
}: typeof factoryPackages.$inferSelect): FactoryPackage {
  return {
    ...rest,
    selection: selection === null ? null : selectionInput.parse(selection),
    drawing: drawingInput.parse(drawing),
  }
}

async function readConversions(db: Db) {
  return readable(await visible(db.select().from(conversions).$dynamic(), conversions), toConversion)
}

/** What visitors see of a list of offers, in display order. */
function visible<Query extends PgSelect>(
  query: Query,
  { state, position }: typeof factoryPackages | typeof conversions,
) {
  return query.where(eq(state, 'visible')).orderBy(asc(position))
}

function toConversion({
  position: _,
  state: _s,
  revision: _r,
  drawing,
  weeksFrom,
  weeksTo,
  ...rest
}: typeof conversions.$inferSelect): Conversion {
  return {
    ...rest,
    timeline: `${weeksFrom}-${weeksTo} weeks`,
    weeks: { from: weeksFrom, to: weeksTo },
    drawing: drawingInput.parse(drawing),
  }
}
