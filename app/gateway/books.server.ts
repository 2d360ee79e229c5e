import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Clock } from '#app/kit/clock.ts'
import type {
  ChargeAnswer,
  ChargeRequest,
  ListedTransaction,
  RefundAnswer,
  RefundRequest,
} from './gateway.ts'
import type { sandboxCharges, sandboxRefunds } from './tables.ts'

type Charge = typeof sandboxCharges.$inferSelect
type Settling = { from: Charge['status'][]; reason: string } & Partial<
  Pick<Charge, 'reference' | 'decidedAt'>
>
type Refund = typeof sandboxRefunds.$inferSelect

type Books = {
  db: Db
  now: Clock
  charges: typeof sandboxCharges
  refunds: typeof sandboxRefunds
  /** What this gateway calls money that it has. */
  taken: 'captured' | 'received'
}

/** The books of a gateway that is ours. It has its own tables and takes no part in our transactions. */
export function openBooks({ db, now, charges, refunds, taken }: Books) {
  async function readCharge(attemptId: string): Promise<Charge | undefined> {
    return (await db.select().from(charges).where(eq(charges.attemptId, attemptId)))[0]
  }

  async function readRefund(which: SQL): Promise<Refund | undefined> {
    return (await db.select().from(refunds).where(which))[0]
  }

  async function findCharge(attemptId: string): Promise<ChargeAnswer> {
    const charge = await readCharge(attemptId)
    return charge ? chargeAnswer(charge) : { outcome: 'not_found' }
  }

  async function findRefund(refundId: string): Promise<RefundAnswer | { outcome: 'not_found' }> {
    const refund = await readRefund(eq(refunds.refundId, refundId))
    return refund ? refundAnswer(refund) : { outcome: 'not_found' }
  }

  async function findChargeOfRefund(ref: string): Promise<string | undefined> {
    const refund = await readRefund(eq(refunds.refundRef, ref))
    return refund && (await readCharge(refund.attemptId))?.chargeRef
  }

  async function listTransactions(from: Date, to: Date): Promise<ListedTransaction[]> {
    const movedAt = sql`coalesce(${charges.decidedAt}, ${charges.createdAt})`
    const moved = await db
      .select()
      .from(charges)
      .where(
        and(
          inArray(charges.status, ['captured', 'voided', 'charged_back']),
          gte(movedAt, from),
          lt(movedAt, to),
        ),
      )
    const paid = await db
      .select()
      .from(refunds)
      .where(and(gte(refunds.paidOutAt, from), lt(refunds.paidOutAt, to)))
    return [
      ...moved.map(({ status, chargeRef, attemptId, amountCents, createdAt, decidedAt }) => ({
        kind: 'charge' as const,
        status: status as ListedTransaction['status'],
        ref: chargeRef,
        ourId: attemptId,
        amountCents: status === 'voided' ? 0 : amountCents,
        at: decidedAt ?? createdAt,
      })),
      ...paid.map(({ refundId, refundRef, amountCents, createdAt, paidOutAt }) => ({
        kind: 'refund' as const,
        status: 'captured' as const,
        ref: refundRef,
        ourId: refundId,
        amountCents,
        at: paidOutAt ?? createdAt,
      })),
    ]
  }

  return {
    readCharge,
    reads: { findCharge, findRefund, findChargeOfRefund, listTransactions },

    /** In one round trip for a new attempt: a purchase waits for this. `undefined` where it was written before. */
    async write(charge: typeof charges.$inferInsert): Promise<ChargeAnswer | undefined> {
      const written = await db.insert(charges).values(charge).onConflictDoNothing().returning()
      return written[0] && chargeAnswer(written[0])
    },

    /** The charge of an attempt, if it was made. @throws Error where it was for another order or amount: processors refuse that, too. */
    async findSame({ attemptId, orderId, amountCents }: Omit<ChargeRequest, 'paymentToken'>) {
      const known = await readCharge(attemptId)
      if (known && (known.orderId !== orderId || known.amountCents !== amountCents))
        throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
      return known && chargeAnswer(known)
    },

    async settle(
      attemptId: string,
      verdict: 'captured' | 'declined',
      { from, reason, ...decided }: Settling,
    ): Promise<void> {
      await db
        .update(charges)
        .set({ ...decided, status: verdict, reason: verdict === 'declined' ? reason : null })
        .where(and(eq(charges.attemptId, attemptId), inArray(charges.status, from)))
    },

    /** Once per refund id, never more than was taken. The charge's row is locked first, so its refunds are serialized. `made` where this request made it. */
    async refund(
      { refundId, attemptId, chargeRef, amountCents }: RefundRequest,
      { refundRef, paidOutAt }: Pick<Refund, 'refundRef' | 'paidOutAt'>,
    ): Promise<{ answer: RefundAnswer; made?: Charge }> {
      return db.transaction(async (tx) => {
        const [charge] = await tx.select().from(charges).where(eq(charges.attemptId, attemptId)).for('update')
        if (charge?.chargeRef !== chargeRef) return refused('The processor does not know this charge.')

        const [earlier] = await tx.select().from(refunds).where(eq(refunds.refundId, refundId))
        if (earlier && (earlier.attemptId !== attemptId || earlier.amountCents !== amountCents))
          return refused('This refund id was already used for another refund.')
        if (earlier) return { answer: refundAnswer(earlier) }

        if (charge.status !== 'captured') return refused(`Only a ${taken} payment can be refunded.`)
        if (!Number.isSafeInteger(amountCents) || amountCents <= 0)
          return refused('A refund needs an amount above zero.')
        if (charge.refundedCents + amountCents > charge.amountCents)
          return refused(`The refund would exceed the amount that was ${taken}.`)

        const [written] = await tx
          .insert(refunds)
          .values({ refundId, attemptId, refundRef, amountCents, createdAt: now(), paidOutAt })
          .onConflictDoNothing()
          .returning()
        // Another charge took this id in the meantime: its row is not ours to wait for.
        if (!written) return refused('This refund id was already used for another refund.')
        await tx
          .update(charges)
          .set({ refundedCents: sql`${charges.refundedCents} + ${amountCents}` })
          .where(eq(charges.attemptId, attemptId))
        return { answer: refundAnswer(written), made: charge }
      })
    },
  }
}

function chargeAnswer({ status, reason, chargeRef, amountCents }: Charge): ChargeAnswer {
  if (status === 'declined') return { outcome: 'declined', reason: reason ?? '' }
  if (status === 'voided') return { outcome: 'declined', reason: 'The payment was canceled.' }
  return status === 'review'
    ? { outcome: 'review', chargeRef }
    : { outcome: 'captured', chargeRef, amountCents }
}

function refundAnswer({ refundRef, paidOutAt }: Refund): RefundAnswer {
  return paidOutAt
    ? { outcome: 'refunded', refundRef }
    : { outcome: 'pending', reason: 'We pay this back by hand, usually within two business days.' }
}

function refused(reason: string): { answer: RefundAnswer } {
  return { answer: { outcome: 'refused', reason } }
}
