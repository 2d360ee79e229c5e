import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { drops, patches, patchHolds } from '../tables.ts'

/** The order of a drop's patches, as staff set it. */
export const patchOrder = [asc(patches.position), desc(patches.grantsEarlyAccess), asc(patches.name)]

/** Quantities on hold (expired holds excluded) and sold. */
const held = (now: Date) => sql<number>`coalesce((select sum(${patchHolds.quantity}) from ${patchHolds}
  where ${patchHolds.patchId} = ${patches.id} and ${patchHolds.state} = 'held' and ${patchHolds.heldUntil} > ${now}), 0)::int`
const bought = sql<number>`coalesce((select sum(${patchHolds.quantity}) from ${patchHolds}
  where ${patchHolds.patchId} = ${patches.id} and ${patchHolds.state} = 'sold'), 0)::int`

const cents = (now: Date) => priceAtSql('patch', patches.id, patches.price, now)

type Row = { row: typeof patches.$inferSelect; held: number; bought: number; cents: number }

/** A patch with all it sold, also before this shop had orders, and how many are left. */
function toPatch({ row: { state: _s, revision: _r, ...row }, held, bought, cents: price }: Row) {
  const soldQuantity = row.soldQuantity + bought
  return { ...row, price, soldQuantity, left: Math.max(0, row.availableQuantity - soldQuantity - held) }
}

/** A drop's patches at `now`, in the order of staff. */
export async function listPatches(db: Db, dropId: string, now: Date) {
  const rows = await db
    .select({ row: patches, held: held(now), bought, cents: cents(now) })
    .from(patches)
    .where(and(eq(patches.dropId, dropId), eq(patches.state, 'visible')))
    .orderBy(...patchOrder)
  return rows.map(toPatch)
}

/** A patch at `now` with its drop's name and slug, or undefined. */
export async function findPatch(db: Db, id: string, now: Date) {
  const [found] = await db
    .select({
      row: patches,
      held: held(now),
      bought,
      cents: cents(now),
      dropName: drops.name,
      slug: drops.slug,
    })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(and(eq(patches.id, id), eq(patches.state, 'visible')))
  return found && { ...toPatch(found), dropName: found.dropName, slug: found.slug }
}

/** The patches on sale by name, with their drops: for the site's search and its map. */
export function listPatchNames(db: Db, max: number) {
  return db
    .select({ id: patches.id, name: patches.name, description: patches.description, dropName: drops.name })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(eq(patches.state, 'visible'))
    .orderBy(asc(patches.name), asc(patches.id))
    .limit(max)
}
