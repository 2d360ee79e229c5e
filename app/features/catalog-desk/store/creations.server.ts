import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { catalogCreations } from '../tables.ts'

/**
 * The item that a form made before, or undefined. Holds the form until the transaction ends, so that of two presses at once
 * the second finds what the first made.
 */
export async function claimCreation(
  { tx }: Pick<UnitOfWork, 'tx'>,
  onceKey: string,
): Promise<string | undefined> {
  const [claimed] = await tx
    .insert(catalogCreations)
    .values({ onceKey })
    .onConflictDoUpdate({ target: catalogCreations.onceKey, set: { onceKey } })
    .returning({ item: catalogCreations.item })
  return claimed?.item ?? undefined
}

/** Records what a claimed form made. */
export async function recordCreation(
  { tx }: Pick<UnitOfWork, 'tx'>,
  onceKey: string,
  item: string,
): Promise<void> {
  await tx.update(catalogCreations).set({ item }).where(eq(catalogCreations.onceKey, onceKey))
}
