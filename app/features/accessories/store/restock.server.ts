import { eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { accessories } from '../tables.ts'

/** Sets how many of an accessory are left, besides those that orders hold or bought. */
export async function restockAccessory({ tx, now }: UnitOfWork, id: string, left: number) {
  await tx.select({ id: accessories.id }).from(accessories).where(eq(accessories.id, id)).for('update')
  const [updated] = await tx
    .update(accessories)
    .set({ stock: sql`${accessories.stock} - accessory_left(${id}, ${now}) + ${left}` })
    .where(eq(accessories.id, id))
    .returning({ name: accessories.name })
  return updated ? { ok: true as const, name: updated.name } : refuse('no_such_thing')
}
