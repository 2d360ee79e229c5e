import { asc, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Accessory } from './rules.ts'
import { accessories } from './tables.ts'

/** Every product, in its place. */
export async function listAccessories(db: Db): Promise<Accessory[]> {
  const rows = await db.select().from(accessories).orderBy(asc(accessories.position))
  return rows.map(({ id, name, priceCents, description, category, image, specs, stock, featured }) => ({
    ...{ id, name, priceCents, description, category, image, specs, featured },
    inStock: stock > 0,
  }))
}

/** Which drawing stands for a product, or undefined for a product there is not. */
export async function findPicture(db: Db, id: string) {
  const [found] = await db
    .select({ image: accessories.image })
    .from(accessories)
    .where(eq(accessories.id, id))
  return found?.image
}
