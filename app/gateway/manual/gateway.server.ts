import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, type Clock, day } from '#app/kit/clock.ts'
import { openBooks } from '../books.server.ts'
import type { ChargeAnswer, PaymentGateway } from '../gateway.ts'
import { invoices, payouts } from '../tables.ts'

/** Deadlines in hours for numbered units, days for the rest. */
export type ManualSettings = { db: Db; now: Clock; payTo: string; dueDays: number; holdHours: number }

/** Why an invoice is closed, as stored by the gateway and shown on the order's page. */
export const overdueReason = 'The invoice was not paid in time.'
const withdrawnReason = 'The invoice was withdrawn.'

export type ManualGateway = Required<Omit<PaymentGateway, 'cardFingerprint'>>

/** An invoice is in review until its money is recorded. Money that comes later is recorded all the same, so that it is refunded. */
export function createManualGateway({ db, now, payTo, dueDays, holdHours }: ManualSettings): ManualGateway {
  const books = openBooks({ db, now, charges: invoices, refunds: payouts, taken: 'received' })

  /** An overdue invoice is closed here, before its status is read. */
  async function findCharge(attemptId: string): Promise<ChargeAnswer> {
    const at = now()
    await db
      .update(invoices)
      .set({ status: 'declined', reason: overdueReason, decidedAt: at })
      .where(and(eq(invoices.attemptId, attemptId), eq(invoices.status, 'review'), lte(invoices.dueAt, at)))
    return books.reads.findCharge(attemptId)
  }

  return {
    ...books.reads,
    name: 'manual',
    checkout: { kind: 'invoice', payTo, dueDays, holdHours },

    checkAccess: async () => ({ ok: true }), // no processor to check

    async charge(request) {
      const { attemptId, orderId, amountCents } = request
      const createdAt = now()
      const dueAt = request.dueAt ?? after(createdAt, dueDays * day)
      const owner = { attemptId, orderId, amountCents, token: 'invoice', chargeRef: attemptId }
      await books.write({ ...owner, status: 'review', reason: null, createdAt, dueAt })
      await books.findSame(request)
      return findCharge(attemptId)
    },

    findCharge,
    async refund(request) {
      const refund = { refundRef: request.refundId, paidOutAt: null }
      return (await books.refund(request, refund)).answer
    },
    parseWebhook: async () => undefined, // no processor sends any

    /** With the reference of the bank or the shop. The first record stays. */
    async recordPayout(refundId, reference) {
      await db
        .update(payouts)
        .set({ paidOutAt: now(), reference: reference ?? null })
        .where(and(eq(payouts.refundId, refundId), isNull(payouts.paidOutAt)))
    },

    async settleReview(attemptId, verdict, reference) {
      // Money for a closed invoice may arrive late and is still recorded. A received invoice stays received.
      const from = verdict === 'captured' ? (['review', 'declined'] as const) : (['review'] as const)
      const decided = { reference: reference ?? null, decidedAt: now() }
      await books.settle(attemptId, verdict, { from: [...from], reason: withdrawnReason, ...decided })
      return findCharge(attemptId)
    },

    async findInvoice(attemptId) {
      const invoice = await books.readCharge(attemptId)
      return invoice?.dueAt ? { amountCents: invoice.amountCents, dueAt: invoice.dueAt, payTo } : undefined
    },
  }
}
