import { asc, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { drops, patches, patchHolds } from '../tables.ts'

/** The order of a drop's patches: those with early access first, then by name. Their artwork depends on it. */
export const patchOrder = [desc(patches.grantsEarlyAccess), asc(patches.name)]

/** Pieces that orders of this shop hold, an overdue hold left out, and those they have bought. */
const held = (now: Date) => sql<number>`coalesce((select sum(${patchHolds.quantity}) from ${patchHolds}
  where ${patchHolds.patchId} = ${patches.id} and ${patchHolds.state} = 'held' and ${patchHolds.heldUntil} > ${now}), 0)::int`
const bought = sql<number>`coalesce((select sum(${patchHolds.quantity}) from ${patchHolds}
  where ${patchHolds.patchId} = ${patches.id} and ${patchHolds.state} = 'sold'), 0)::int`

type Row = { row: typeof patches.$inferSelect; held: number; bought: number }

/** A patch as it stands: every piece it sold, also before this shop kept orders, and how many can be had. */
function toPatch({ row, held, bought }: Row) {
  const soldQuantity = row.soldQuantity + bought
  return { ...row, soldQuantity, left: Math.max(0, row.availableQuantity - soldQuantity - held) }
}

/** A drop's patches as they stand at `now`, those with early access first. */
export async function listPatches(db: Db, dropId: string, now: Date) {
  const rows = await db
    .select({ row: patches, held: held(now), bought })
    .from(patches)
    .where(eq(patches.dropId, dropId))
    .orderBy(...patchOrder)
  return rows.map(toPatch)
}

/** One patch as it stands at `now`, with its drop's name and address, or undefined. */
export async function findPatch(db: Db, id: string, now: Date) {
  const [found] = await db
    .select({ row: patches, held: held(now), bought, dropName: drops.name, slug: drops.slug })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(eq(patches.id, id))
  return found && { ...toPatch(found), dropName: found.dropName, slug: found.slug }
}
