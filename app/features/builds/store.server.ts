import { and, asc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import { z } from 'zod'
import type { PartStep, PlatformId } from '#app/art/blueprint/build.ts'
import { listPriceChanges } from '#app/catalog/prices.server.ts'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { priceAt } from '#app/catalog/rules.ts'
import { cachedQuery } from '#app/db/cached-query.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { listClaimHistory } from '#app/features/claims/store.server.ts'
import { second } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { momentIn } from '#app/kit/dates.ts'
import { buildForDrawing, readBuild } from './rules/checks.ts'
import {
  type Catalog,
  completedSteps,
  isPlatformId,
  removeMissingParts,
  type Outline,
  type Part,
  type Selection,
  steps,
  priceBuild,
  finishIds,
  singleSteps,
} from './rules.ts'
import { buildParts, conversions, factoryPackages, platforms, savedBuilds } from './tables.ts'
import { buildQuery, maxAccessories, partIdPattern } from './rules/build-address.ts'
import { reservationInput } from '#app/features/checkout/input.ts'

const partId = z.string().regex(partIdPattern)

/** A selection as stored and sent: ids only, no prices. */
export const selectionInput = z.object({
  platformId: z.string().refine(isPlatformId),
  parts: z.partialRecord(z.enum(singleSteps as readonly [string, ...string[]]), partId),
  accessories: z.array(partId).max(maxAccessories),
  isSuppressorOptimized: z.boolean(),
  finish: z.enum(finishIds).optional(),
}) as unknown as z.ZodType<Selection>

const { formKey, name, email, phone, state } = reservationInput.out.shape

export const submissionInput = z.object({
  formKey,
  name,
  email,
  phone,
  state,
  shownCents: z.coerce.number().int(),
})

export type SubmissionInput = z.infer<typeof submissionInput>

export type SavedBuild = typeof savedBuilds.$inferSelect

/** Length of a build code: short enough to read aloud, long enough that guessing is not worthwhile. */
const codeLength = 8

/** Saves a build at the catalog price and returns its code. The same build at the same price has one code. */
export async function saveBuild(
  { tx, now }: UnitOfWork,
  selection: Selection,
  catalog: Catalog,
): Promise<string> {
  const price = priceBuild(selection, catalog)
  const onceKey = fingerprint(`${buildQuery(selection)} ${price.totalCents}`)
  const [saved] = await tx
    .insert(savedBuilds)
    .values({
      code: publicCode(codeLength),
      onceKey,
      selection,
      price,
      savedAt: now,
      totalCents: price.totalCents,
    })
    .onConflictDoUpdate({ target: savedBuilds.onceKey, set: { onceKey } })
    .returning({ code: savedBuilds.code })
  if (!saved) throw new Error('The build was neither inserted nor found')
  return saved.code
}

export async function findSavedBuild(db: Db, code: string): Promise<SavedBuild | undefined> {
  const [found] = await db.select().from(savedBuilds).where(eq(savedBuilds.code, code))
  return found
}

export async function findSavedBuilds(db: Db, codes: readonly string[]): Promise<SavedBuild[]> {
  const found = await Promise.all(codes.map((code) => findSavedBuild(db, code)))
  return found.filter((build) => build !== undefined)
}

/** A saved build with the parts that are still offered; `saved` is its price of then. */
export function toBuildView({ code, selection, price: saved, savedAt }: SavedBuild, catalog: Catalog) {
  const known = removeMissingParts(selection, catalog)
  return { ...readBuild(known.selection, catalog), missing: known.missing.length, code, savedAt, saved }
}

export type BuildView = ReturnType<typeof toBuildView>

const inches = z.number().positive().max(40)

const outlineInput: z.ZodType<Outline> = z.strictObject({
  barrelIn: inches.exactOptional(),
  lower: z.enum(['forged', 'billet', 'polymer']).exactOptional(),
  upper: z.enum(['forward-assist', 'slick']).exactOptional(),
  stock: z.enum(['sopmod', 'skeleton', 'brace', 'folding-brace']).exactOptional(),
  handguard: z.strictObject({ style: z.enum(['slotted', 'quad']), lengthIn: inches }).exactOptional(),
  muzzle: z.enum(['birdcage', 'prong', 'linear']).nullable().exactOptional(),
  optic: z.enum(['red-dot', 'scope']).nullable().exactOptional(),
  accessories: z.array(z.enum(['light', 'sling', 'sights', 'grip'])).exactOptional(),
})

/** The drawing of a card: a platform, the differences from its starting build, and the steps in ink (default: all). */
export type Drawing = { platform: PlatformId; inked?: PartStep[]; outline?: Outline }

export const drawingInput: z.ZodType<Drawing> = z.strictObject({
  platform: z.string().refine(isPlatformId),
  inked: z.array(z.enum(steps)).exactOptional(),
  outline: outlineInput.exactOptional(),
})

/** Raise it when the drawing code changes, so that browsers fetch the new image. */
export const drawingRevision = '1'

export function drawingVersion(drawing: Drawing): string {
  return fingerprint(drawingRevision + JSON.stringify(drawing)).slice(0, 10)
}

export function drawingPath(name: string, drawing: Drawing): string {
  return `/art/builds/${name}.svg?v=${drawingVersion(drawing)}`
}

export function selectionDrawing(selection: Selection, catalog: Catalog): Drawing {
  const { platform, suppressor: _, engravedNumber: _n, ...outline } = buildForDrawing(selection, catalog)
  return {
    platform,
    inked: completedSteps(selection),
    outline: { ...outline, accessories: [...outline.accessories] },
  }
}

export function platformDrawing({ id }: { id: string }): Drawing | undefined {
  return isPlatformId(id) ? { platform: id } : undefined
}

/** Cached for a second. */
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

export function invalidateCatalog(db: Db): void {
  readStored.forget(db)
}

const readStored = cachedQuery(async (db) => {
  const [platformRows, parts, prices, partPrices] = await Promise.all([
    db.select().from(platforms).where(eq(platforms.state, 'visible')).orderBy(asc(platforms.position)),
    readParts(db),
    listPriceChanges(db, 'platform'),
    listPriceChanges(db, 'part'),
  ])
  return { platforms: platformRows, parts, prices, partPrices }
}, second)

/** A part that cannot be drawn is left out, so that it never takes the page. */
async function readParts(db: Db): Promise<Part[]> {
  const rows = await db
    .select()
    .from(buildParts)
    .where(eq(buildParts.state, 'visible'))
    .orderBy(asc(buildParts.position))
  return rows.flatMap(({ position: _, state: _s, revision: _r, platformId, ...part }) => {
    const outline = outlineInput.safeParse(part.outline)
    const isDrawn = platformId === null || isPlatformId(platformId)
    return outline.success && isDrawn ? [{ ...part, platformId, outline: outline.data }] : []
  })
}

export const readOffers = cachedQuery(async (db) => {
  const [packages, lines] = await Promise.all([
    db
      .select()
      .from(factoryPackages)
      .where(eq(factoryPackages.state, 'visible'))
      .orderBy(asc(factoryPackages.position)),
    db.select().from(conversions).where(eq(conversions.state, 'visible')).orderBy(asc(conversions.position)),
  ])
  return {
    packages: packages.flatMap(({ position: _, state: _s, revision: _r, ...row }) => {
      const drawing = drawingInput.safeParse(row.drawing)
      const selection = selectionInput.safeParse(row.selection)
      return drawing.success ? [{ ...row, drawing: drawing.data, selection: selection.data ?? null }] : []
    }),
    conversions: lines.flatMap(
      ({ position: _, state: _s, revision: _r, weeksFrom: from, weeksTo: to, ...row }) => {
        const drawing = drawingInput.safeParse(row.drawing)
        if (!drawing.success) return []
        return [{ ...row, drawing: drawing.data, timeline: `${from}-${to} weeks`, weeks: { from, to } }]
      },
    ),
  }
}, second)

export async function findPlatformName(db: Db, id: string): Promise<string | undefined> {
  const [found] = await db.select({ name: platforms.name }).from(platforms).where(eq(platforms.id, id))
  return found?.name
}

export function listOpenedPlatforms(db: Db, since: Date, now: Date) {
  const { id, name, description, startingPriceCents } = platforms
  return db
    .select({ id, name, description, startingPriceCents })
    .from(platforms)
    .where(
      and(
        isNotNull(platforms.availableAt),
        gt(platforms.availableAt, since),
        lte(platforms.availableAt, now),
      ),
    )
}

export type OpenedPlatform = Awaited<ReturnType<typeof listOpenedPlatforms>>[number]

export const platformRows = revisedRows(platforms, 'id')
export const partRows = revisedRows(buildParts, 'id', ['step', 'position'])
export const packageRows = revisedRows(factoryPackages, 'id')
export const conversionRows = revisedRows(conversions, 'id')

/** The next change of the tax, else the last; undefined without a dated claim. Days begin in `zone`. */
export async function findTaxChange(db: Db, now: Date, zone: string) {
  const changes = (await listClaimHistory(db, ['tax.sbr'])).flatMap(({ effectiveFrom: date, figure }) => {
    const at = date && momentIn(zone, `${date} 00:00`)
    return at ? [{ at, figure, date, isPast: at <= now }] : []
  })
  return changes.find(({ isPast }) => !isPast) ?? changes.at(-1)
}
