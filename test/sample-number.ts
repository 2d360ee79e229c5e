import { asc, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { cartIdOf } from '#app/features/drops/rules/reserve-address.ts'
import { drops, dropVariants } from '#app/features/drops/tables.ts'

const slug = 'guerrilla-vol-1'

/** The ids of the variants of the sample catalog's live drop, by name: Field and Night. */
export async function sampleVariants(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: dropVariants.id })
    .from(dropVariants)
    .innerJoin(drops, eq(drops.id, dropVariants.dropId))
    .where(eq(drops.slug, slug))
    .orderBy(asc(dropVariants.name))
  return rows.map(({ id }) => id)
}

/** The id in a cart of a number of that drop, as its first variant. */
export async function sampleNumber(db: Db, number: number): Promise<string> {
  const [variant] = await sampleVariants(db)
  return cartIdOf(slug, number, variant)
}
