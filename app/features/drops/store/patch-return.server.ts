import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { dropUnits, earlyAccessCodes, patchHolds } from '../tables.ts'

type PatchLine = { patch: string }

/**
 * Early-access codes while their patch is returned. A buyer cannot return a patch whose code holds or took a number;
 * while the return is in progress its codes do not work. Releasing the number makes both possible again.
 */
export const patchReturnHandler = {
  async refusal(db, orderId, ref) {
    return (await isCodeInUse(db, orderId, ref)) ? 'code_in_use' : undefined
  },

  async begin({ tx }, orderId, ref, isForced) {
    // Locked in a separate statement, so that the next one sees a concurrent use of a code.
    await tx.select({ patch: patchHolds.patchId }).from(patchHolds).where(isHold(orderId, ref)).for('update')
    if (!isForced && (await isCodeInUse(tx, orderId, ref))) return 'code_in_use'
    await tx.update(patchHolds).set({ isReturning: true }).where(isHold(orderId, ref))
    return undefined
  },

  async undo({ tx }, orderId, ref) {
    await tx.update(patchHolds).set({ isReturning: false }).where(isHold(orderId, ref))
  },
} satisfies Sellable<PatchLine>['returning']

const isHold = (orderId: string, { patch }: PatchLine) =>
  and(eq(patchHolds.orderId, orderId), eq(patchHolds.patchId, patch))

async function isCodeInUse(db: Db, orderId: string, { patch }: PatchLine): Promise<boolean> {
  const used = await db
    .select({ used: sql`1` })
    .from(earlyAccessCodes)
    .innerJoin(dropUnits, eq(dropUnits.earlyCode, earlyAccessCodes.codeHash))
    .where(and(eq(earlyAccessCodes.orderId, orderId), eq(earlyAccessCodes.patchId, patch)))
    .limit(1)
  return used.length > 0
}
