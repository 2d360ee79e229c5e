import { eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { patches } from '../tables.ts'

/** Sets how many patches are left, besides those that orders hold or bought. */
export async function restockPatch({ tx, now }: UnitOfWork, id: string, left: number) {
  await tx.select({ id: patches.id }).from(patches).where(eq(patches.id, id)).for('update')
  const [updated] = await tx
    .update(patches)
    .set({ availableQuantity: sql`${patches.availableQuantity} - patch_left(${id}::uuid, ${now}) + ${left}` })
    .where(eq(patches.id, id))
    .returning({ name: patches.name })
  return updated ? { ok: true as const, name: updated.name } : refuse('no_such_thing')
}
