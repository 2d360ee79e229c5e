import { and, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { drops, dropUnits } from '../tables.ts'

/** The order that took a unit; undefined if it is not taken or was sold before this shop had orders. */
export async function findUnitOrder(db: Db, slug: string, number: number): Promise<string | undefined> {
  const [unit] = await db
    .select({ orderId: dropUnits.orderId })
    .from(dropUnits)
    .innerJoin(drops, eq(drops.id, dropUnits.dropId))
    .where(and(eq(drops.slug, slug), eq(dropUnits.number, number), eq(dropUnits.state, 'taken')))
  return unit?.orderId ?? undefined
}
