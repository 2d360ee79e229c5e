import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { shownIn } from '#app/kit/zoned-time.ts'
import { statusAt } from '../rules.ts'
import { type DropPlan, splitName } from '../rules/plan.ts'
import type { DropProgress } from '../rules/plan-changes.ts'
import { type drops, dropUnits, patches, patchHolds } from '../tables.ts'
import { listVariants } from './drops.server.ts'
import { patchOrder } from './patches.server.ts'

export type DropRow = typeof drops.$inferSelect

/** The plan that a published drop follows, as its tables have it. Moments are in the shop's zone. */
export async function planOfDrop(db: Db, drop: DropRow, timeZone: string): Promise<DropPlan> {
  // One after the other: a transaction has one connection.
  const variants = await listVariants(db, drop.id)
  const sold = await db
    .select()
    .from(patches)
    .where(eq(patches.dropId, drop.id))
    .orderBy(...patchOrder)
  const house = await db
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .where(sql`${dropUnits.dropId} = ${drop.id} and ${dropUnits.isHouse}`)
    .orderBy(asc(dropUnits.number))
  const shown = (moment: Date | null) => (moment ? shownIn(timeZone, moment) : '')
  return {
    ...splitName(drop.name),
    slug: drop.slug,
    dropNumber: drop.dropNumber,
    category: drop.category,
    tagline: drop.tagline ?? '',
    description: drop.description ?? '',
    story: drop.story ?? '',
    smallPrint: drop.smallPrint,
    theme: drop.theme,
    ground: drop.colorPrimary ?? '',
    accent: drop.colorAccent ?? '',
    artSeed: drop.artSeed,
    units: drop.totalUnits,
    house: house.map(({ number }) => number),
    maxPerBuyer: drop.maxPerBuyer,
    unpaidPerNetwork: drop.unpaidPerNetwork,
    depositCents: drop.depositPrice,
    itemClass: drop.itemClass,
    variants: variants.map((variant) => ({
      id: variant.id,
      name: variant.name,
      description: variant.description ?? '',
      caliber: variant.caliber || drop.caliber,
      barrel: variant.barrel || drop.barrel,
      finish: variant.finish,
      priceCents: variant.price ?? drop.basePrice,
    })),
    patches: sold.map((patch) => ({
      id: patch.id,
      name: patch.name,
      description: patch.description ?? '',
      priceCents: patch.price,
      quantity: patch.availableQuantity,
      opensEarly: patch.grantsEarlyAccess,
      position: patch.position,
    })),
    launchAt: shown(drop.launchDate),
    endAt: shown(drop.endDate),
  }
}

/** How far a published drop has come: what its plan may still change. */
export async function progressOf(db: Db, drop: DropRow, now: Date): Promise<DropProgress> {
  const used = await db
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .where(
      sql`${dropUnits.dropId} = ${drop.id} and ${dropUnits.state} <> 'open' and not ${dropUnits.isHouse}`,
    )
  const held = await db
    .select({ id: patchHolds.patchId, pieces: sql<number>`sum(${patchHolds.quantity})::int` })
    .from(patchHolds)
    .innerJoin(patches, eq(patches.id, patchHolds.patchId))
    .where(eq(patches.dropId, drop.id))
    .groupBy(patchHolds.patchId)
  const sold = await db
    .select({ id: patches.id, pieces: patches.soldQuantity })
    .from(patches)
    .where(eq(patches.dropId, drop.id))
  const patchesUsed: Record<string, number> = {}
  for (const { id, pieces } of [...held, ...sold]) patchesUsed[id] = (patchesUsed[id] ?? 0) + pieces
  const remaining = await db.$count(
    dropUnits,
    sql`${dropUnits.dropId} = ${drop.id} and ${dropUnits.state} <> 'taken'`,
  )
  return {
    isPublished: true,
    status: statusAt({ ...drop, remaining }, now),
    used: used.map(({ number }) => number),
    patchesUsed,
  }
}

/** The progress of a drop that nobody can see yet. */
export const unpublished: DropProgress = {
  isPublished: false,
  status: 'coming_soon',
  used: [],
  patchesUsed: {},
}
