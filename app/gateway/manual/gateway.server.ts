import { and, eq, sql, gte, lt, isNull, sum } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#app/db/db.server.ts'
import { after, type Clock, day } from '#app/kit/clock.ts'
import type {
  ChargeAnswer,
  PaymentGateway,
  ListedTransaction,
  RefundAnswer,
  RefundRequest,
} from '../gateway.ts'
import { invoices, payouts } from '../tables.ts'

/** Deadlines in hours for numbered units, days for the rest. */
export type ManualSettings = { db: Db; now: Clock; payTo: string; dueDays: number; holdHours: number }

/** Why an invoice is closed, as stored by the gateway and shown on the order's page. */
export const overdueReason = 'The invoice was not paid in time.'
const withdrawnReason = 'The invoice was withdrawn.'

export type ManualGateway = Required<Omit<PaymentGateway, 'cardFingerprint'>>

/** An overdue invoice is closed at the next check. Money that comes later is recorded all the same, so that it is refunded. */
export function createManualGateway({ db, now, payTo, dueDays, holdHours }: ManualSettings): ManualGateway {
  const readInvoice = async (attemptId: string) =>
    (await db.select().from(invoices).where(eq(invoices.attemptId, attemptId)))[0]

  /** An overdue invoice is closed here, before its status is read. */
  async function findCharge(attemptId: string): Promise<ChargeAnswer> {
    const isOverdue = sql`${invoices.dueAt} <= ${now()}`
    await db
      .update(invoices)
      .set({ status: 'refused', reason: overdueReason, decidedAt: now() })
      .where(and(eq(invoices.attemptId, attemptId), eq(invoices.status, 'open'), isOverdue))
    const invoice = await readInvoice(attemptId)
    if (!invoice) return { outcome: 'not_found' }
    const { status, reason, amountCents } = invoice
    if (status === 'refused') return { outcome: 'declined', reason: reason ?? withdrawnReason }
    return status === 'received'
      ? { outcome: 'captured', chargeRef: attemptId, amountCents }
      : { outcome: 'review', chargeRef: attemptId }
  }

  const findPayout = async (refundId: string) =>
    (await db.select().from(payouts).where(eq(payouts.refundId, refundId)))[0]
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
      const known = await readInvoice(attemptId)
      if (known?.orderId !== orderId || known.amountCents !== amountCents)
        throw new Error(`Attempt ${attemptId} was made for another order or amount.`)
      return findCharge(attemptId)
    },

    findCharge,
    refund: (request) => payOut(db, request, now()),
    async findRefund(refundId) {
      const payout = await findPayout(refundId)
      return payout ? answerOf(payout) : { outcome: 'not_found' }
    },
    async listTransactions(from, to) {
      const within = (at: PgColumn) => and(gte(at, from), lt(at, to))
      const isReceived = eq(invoices.status, 'received')
      const received = await db
        .select({ id: invoices.attemptId, amountCents: invoices.amountCents, at: invoices.decidedAt })
        .from(invoices)
        .where(and(isReceived, within(invoices.decidedAt)))
      const paid = await db
        .select({ id: payouts.refundId, amountCents: payouts.amountCents, at: payouts.paidOutAt })
        .from(payouts)
        .where(within(payouts.paidOutAt))
      const listed =
        (kind: ListedTransaction['kind']) =>
        ({ id, amountCents, at }: (typeof paid)[number]): ListedTransaction => ({
          kind,
          status: 'captured',
          ref: id,
          ourId: id,
          amountCents,
          at: at ?? new Date(0),
        })
      return [...received.map(listed('charge')), ...paid.map(listed('refund'))]
    },
    findChargeOfRefund: async (ref) => (await findPayout(ref))?.attemptId,
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
      const invoice = await readInvoice(attemptId)
      return invoice && { amountCents: invoice.amountCents, dueAt: invoice.dueAt, payTo }
    },
  }
}

type Payout = typeof payouts.$inferSelect

const refused = (reason: string): RefundAnswer => ({ outcome: 'refused', reason })

/** Once per refund id and never more than was received. The invoice's row is locked, so its refunds are serialized. */
async function payOut(db: Db, request: RefundRequest, now: Date): Promise<RefundAnswer> {
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

function answerOf({ refundId, paidOutAt }: Payout): RefundAnswer {
  return paidOutAt
    ? { outcome: 'refunded', refundRef: refundId }
    : { outcome: 'pending', reason: 'We pay this back by hand, usually within two business days.' }
}
