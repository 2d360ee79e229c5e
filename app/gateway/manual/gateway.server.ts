import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, type Clock, day } from '#app/kit/clock.ts'
import type { ChargeAnswer, ChargeRequest, PaymentGateway } from '../gateway.ts'
import { overdueReason, withdrawnReason } from '../invoice-words.ts'
import { invoices } from '../tables.ts'
import { findPayout, payOut, recordPayout } from './payouts.server.ts'
import { findInvoiceOfPayout, listReceipts } from './receipts.server.ts'

/**
 * The settings of invoices: payment instructions in the shop's own words, and deadlines: hours for numbered units, days
 * for the rest.
 */
export type ManualSettings = { db: Db; now: Clock; payTo: string; dueDays: number; holdHours: number }

/** The gateway of a shop without a processor, with the tasks that a person does for it. */
export type ManualGateway = Required<Omit<PaymentGateway, 'cardFingerprint'>>

/**
 * Payment by invoice: an attempt writes one and waits, like a payment held for review, until the operator records the
 * money. An overdue invoice is closed at the next check. Money that comes later is recorded all the same, so that it is
 * refunded.
 */
export function createManualGateway({ db, now, payTo, dueDays, holdHours }: ManualSettings): ManualGateway {
  const findCharge = (attemptId: string) => invoiceStatusAt(db, attemptId, now())
  return {
    name: 'manual',
    checkout: { kind: 'invoice', payTo, dueDays, holdHours },

    checkAccess: async () => ({ ok: true }), // no processor to check

    async charge(request) {
      const { attemptId, orderId, amountCents } = request
      const issuedAt = now()
      const dueAt = request.dueAt ?? after(issuedAt, dueDays * day)
      await db
        .insert(invoices)
        .values({ attemptId, orderId, amountCents, status: 'open', issuedAt, dueAt })
        .onConflictDoNothing()
      await requireSame(db, request)
      return findCharge(attemptId)
    },

    findCharge,
    refund: (request) => payOut(db, request, now()),
    findRefund: (refundId) => findPayout(db, refundId),
    listTransactions: (from, to) => listReceipts(db, from, to),
    findChargeOfRefund: (ref) => findInvoiceOfPayout(db, ref),
    parseWebhook: async () => undefined, // no processor sends any
    recordPayout: (refundId, reference) => recordPayout(db, refundId, reference, now()),

    async settleReview(attemptId, verdict, reference) {
      // Money for a closed invoice can still be recorded, because it may arrive late. A received invoice stays
      // received.
      const from = verdict === 'captured' ? (['open', 'refused'] as const) : (['open'] as const)
      const values =
        verdict === 'captured'
          ? { status: 'received' as const, reason: null, reference: reference ?? null }
          : { status: 'refused' as const, reason: withdrawnReason }
      for (const status of from)
        await db
          .update(invoices)
          .set({ ...values, decidedAt: now() })
          .where(and(eq(invoices.attemptId, attemptId), eq(invoices.status, status)))
      return findCharge(attemptId)
    },

    async findInvoice(attemptId) {
      const [invoice] = await db.select().from(invoices).where(eq(invoices.attemptId, attemptId))
      return invoice && { amountCents: invoice.amountCents, dueAt: invoice.dueAt, payTo }
    },
  }
}

/** The status of an invoice. An overdue one is closed here, in the same statement that reads its status. */
async function invoiceStatusAt(db: Db, attemptId: string, now: Date): Promise<ChargeAnswer> {
  await db
    .update(invoices)
    .set({ status: 'refused', reason: overdueReason, decidedAt: now })
    .where(
      and(eq(invoices.attemptId, attemptId), eq(invoices.status, 'open'), sql`${invoices.dueAt} <= ${now}`),
    )
  const [invoice] = await db.select().from(invoices).where(eq(invoices.attemptId, attemptId))
  if (!invoice) return { outcome: 'not_found' }
  const { status, reason, amountCents } = invoice
  if (status === 'refused') return { outcome: 'declined', reason: reason ?? withdrawnReason }
  return status === 'received'
    ? { outcome: 'captured', chargeRef: attemptId, amountCents }
    : { outcome: 'review', chargeRef: attemptId }
}

/** @throws Error when the id was used for another order or amount. */
async function requireSame(db: Db, { attemptId, orderId, amountCents }: ChargeRequest) {
  const [known] = await db.select().from(invoices).where(eq(invoices.attemptId, attemptId))
  if (known?.orderId !== orderId || known.amountCents !== amountCents)
    throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
}
