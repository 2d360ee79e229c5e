import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { dropUnits, earlyAccessCodes, patchHolds } from '../tables.ts'

type PatchLine = { patch: string }

/**
 * What becomes of a patch's early-access codes while the patch goes back. A code that holds or took a number has done what
 * the patch was bought for, so its buyer cannot give the patch back; while the patch is on its way back, no code of it
 * opens anything. Letting the number go makes both possible again.
 */
export const patchReturnHandler = {
  async refusal(db, orderId, ref) {
    return (await isCodeInUse(db, orderId, ref)) ? 'code_in_use' : undefined
  },

  async begin({ tx }, orderId, ref, isForced) {
    // Locked in a statement of its own: whoever uses a code at this moment is waited for, and seen by the next one.
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
