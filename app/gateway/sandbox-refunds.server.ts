import { eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import type { RefundAnswer, RefundRequest } from './gateway.ts'
import { sandboxCharges, sandboxRefunds } from './tables.ts'

/** A refund as the processor made or refused it, and whether its answer gets lost. */
export type SandboxRefund = { made: RefundAnswer; isSilent: boolean }

/**
 * Refunds a captured charge, whole or in part, never more than was captured in all. The same refund id is refunded
 * once; repeating it returns the first outcome. The charge's row is locked first, so refunds of one charge are
 * serialized.
 */
export async function refundSandboxCharge(db: Db, request: RefundRequest, now: Date): Promise<SandboxRefund> {
  const { refundId, attemptId, chargeRef, amountCents } = request
  return db.transaction(async (tx) => {
    const [charge] = await tx
      .select()
      .from(sandboxCharges)
      .where(eq(sandboxCharges.attemptId, attemptId))
      .for('update')
    if (charge?.chargeRef !== chargeRef) return refused('The processor does not know this charge.')

    const [earlier] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.refundId, refundId))
    if (earlier && (earlier.attemptId !== attemptId || earlier.amountCents !== amountCents))
      return refused('This refund id was already used for another refund.')
    if (earlier) return { made: { outcome: 'refunded', refundRef: earlier.refundRef }, isSilent: false }

    if (charge.status !== 'captured') return refused('Only a captured payment can be refunded.')
    if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
      return refused('A refund needs an amount above zero.')
    if (charge.refundedCents + amountCents > charge.amountCents)
      return refused('The refund would exceed the amount that was captured.')

    const refundRef = `re_${publicCode(12)}`
    const written = await tx
      .insert(sandboxRefunds)
      .values({ refundId, attemptId, refundRef, amountCents, createdAt: now })
      .onConflictDoNothing()
      .returning({ refundId: sandboxRefunds.refundId })
    // Another charge took this id in the meantime: its row is not ours to wait for.
    if (written.length === 0) return refused('This refund id was already used for another refund.')
    await tx
      .update(sandboxCharges)
      .set({ refundedCents: sql`${sandboxCharges.refundedCents} + ${amountCents}` })
      .where(eq(sandboxCharges.attemptId, attemptId))
    return { made: { outcome: 'refunded', refundRef }, isSilent: charge.token === 'sandbox_refund_silent' }
  })
}

/** The status of a refund in the sandbox's tables. */
export async function findSandboxRefund(
  db: Db,
  refundId: string,
): Promise<RefundAnswer | { outcome: 'not_found' }> {
  const [refund] = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.refundId, refundId))
  return refund ? { outcome: 'refunded', refundRef: refund.refundRef } : { outcome: 'not_found' }
}

function refused(reason: string): SandboxRefund {
  return { made: { outcome: 'refused', reason }, isSilent: false }
}
