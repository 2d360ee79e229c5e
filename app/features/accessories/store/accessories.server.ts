import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Accessory } from '../rules.ts'
import { accessories, accessoryHolds } from '../tables.ts'

/** Quantity neither held nor sold; an expired hold counts as free. Never negative. */
const left = (now: Date) => sql<number>`greatest(0, ${accessories.stock} - coalesce((
  select sum(${accessoryHolds.quantity}) from ${accessoryHolds}
  where ${accessoryHolds.accessoryId} = ${accessories.id}
    and (${accessoryHolds.state} = 'sold' or ${accessoryHolds.heldUntil} > ${now})), 0))::int`

/** A product with the quantity left. */
export type CountedAccessory = Accessory & { left: number }

/** All products in grid order, with the quantity left at `now`. */
export async function listAccessories(db: Db, now: Date): Promise<CountedAccessory[]> {
  const rows = await db
    .select({ row: accessories, left: left(now) })
    .from(accessories)
    .orderBy(asc(accessories.position))
  return rows.map(({ row, left }) => ({ ...toAccessory(row, left), left }))
}

/** One product with the quantity left at `now`, or undefined. */
export async function findAccessory(db: Db, id: string, now: Date): Promise<CountedAccessory | undefined> {
  const [found] = await db
    .select({ row: accessories, left: left(now) })
    .from(accessories)
    .where(eq(accessories.id, id))
  return found && { ...toAccessory(found.row, found.left), left: found.left }
}

/** The drawing of a product, or undefined for an unknown product. */
export async function findPicture(db: Db, id: string) {
  const [found] = await db
    .select({ image: accessories.image })
    .from(accessories)
    .where(eq(accessories.id, id))
  return found?.image
}

function toAccessory(row: typeof accessories.$inferSelect, left: number): Accessory {
  const { id, name, priceCents, description, category, image, specs, featured } = row
  return {
    id,
    name,
    priceCents,
    description,
    category,
    image,
    specs,
    featured,
    inStock: left > 0,
  }
}
