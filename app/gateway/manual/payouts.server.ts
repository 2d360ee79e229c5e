import { and, eq, isNull, sum } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { RefundAnswer, RefundRequest } from '../gateway.ts'
import { invoices, payouts } from '../tables.ts'

type Payout = typeof payouts.$inferSelect

const refused = (reason: string): RefundAnswer => ({ outcome: 'refused', reason })

/**
 * Records that money of a received invoice is to be paid out, once per refund id and never more than was received. It
 * stays pending until a person has paid it. The invoice's row is locked, so its refunds are serialized.
 */
export async function payOut(db: Db, request: RefundRequest, now: Date): Promise<RefundAnswer> {
  const { refundId, attemptId, amountCents } = request
  return db.transaction(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.attemptId, attemptId)).for('update')
    if (invoice?.status !== 'received') return refused('Only a received payment can be refunded.')
    const [earlier] = await tx.select().from(payouts).where(eq(payouts.refundId, refundId))
    if (earlier && (earlier.attemptId !== attemptId || earlier.amountCents !== amountCents))
      return refused('This refund id was already used for another refund.')
    if (earlier) return answerOf(earlier)

    if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
      return refused('A refund needs an amount above zero.')
    const [paid] = await tx
      .select({ cents: sum(payouts.amountCents) })
      .from(payouts)
      .where(eq(payouts.attemptId, attemptId))
    if (Number(paid?.cents ?? 0) + amountCents > invoice.amountCents)
      return refused('The refund would exceed the amount that was received.')

    const [made] = await tx
      .insert(payouts)
      .values({ refundId, attemptId, amountCents, requestedAt: now })
      .onConflictDoNothing()
      .returning()
    // Another invoice took this id in the meantime.
    return made ? answerOf(made) : refused('This refund id was already used for another refund.')
  })
}

/** The status of a refund. */
export async function findPayout(db: Db, refundId: string): Promise<RefundAnswer | { outcome: 'not_found' }> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.refundId, refundId))
  return payout ? answerOf(payout) : { outcome: 'not_found' }
}

/** Records that a person has paid a refund out, with the reference of the bank or the shop. The first record stays. */
export async function recordPayout(db: Db, refundId: string, reference: string | undefined, now: Date) {
  await db
    .update(payouts)
    .set({ paidOutAt: now, reference: reference ?? null })
    .where(and(eq(payouts.refundId, refundId), isNull(payouts.paidOutAt)))
}

function answerOf({ refundId, paidOutAt }: Payout): RefundAnswer {
  return paidOutAt
    ? { outcome: 'refunded', refundRef: refundId }
    : { outcome: 'pending', reason: 'We pay this back by hand, usually within two business days.' }
}
