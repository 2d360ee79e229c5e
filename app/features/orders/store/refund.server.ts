import { and, eq, lte, sql } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { RefundAnswer } from '#app/payments/gateway.ts'
import { isPaid, mayRefundSelf, refundableCents } from '../rules.ts'
import { orderLines, paymentAttempts, refunds } from '../tables.ts'
import { findOrderForUpdate, moveOrder, note, releaseLines, type Sellables } from './lines.server.ts'

/** A refund as stored. Its id is the gateway's idempotency key. */
export type Refund = typeof refunds.$inferSelect

const graceMs = 30 * second

/** The buyer takes the deposit back from the private page. Refused once the transfer form is filed. */
export async function requestOwnRefund(work: Work, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('not_paid')
  const stage = found.lines.find(({ line }) => line.stage !== null)?.line.stage ?? null
  const verdict = mayRefundSelf({ state: found.order.state, stage })
  if (!verdict.ok) return verdict
  return requestRefund(work, found.order, refundableCents(found.order), 'buyer')
}

/** The operator gives money back: everything that is left, or a part of it in cents. */
export async function requestOperatorRefund(
  work: Work,
  sellables: Sellables,
  orderId: string,
  amountCents?: number,
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const most = refundableCents(found.order)
  const amount = amountCents ?? most
  if (amount < 1 || amount > most) return refuse('too_much')
  return requestRefund(work, found.order, amount, 'operator')
}

async function requestRefund(
  work: Work,
  order: { id: string },
  amountCents: number,
  requestedBy: 'buyer' | 'operator',
): Promise<{ ok: true; refund: Refund } | Refusal> {
  const [captured] = await work.tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, order.id), eq(paymentAttempts.state, 'captured')))
  if (!captured) throw new Error(`Order ${order.id} is paid and has no captured attempt`)
  const refund = await startRefund(work, order.id, { attemptId: captured.id, amountCents, requestedBy })
  return refund ? { ok: true, refund } : refuse('refund_under_way')
}

/**
 * Writes down that money is about to be given back; the gateway is asked afterwards, outside the transaction.
 * `undefined` when a refund of this attempt is under way already.
 */
export async function startRefund(
  work: Work,
  orderId: string,
  what: Pick<Refund, 'attemptId' | 'amountCents' | 'requestedBy'>,
): Promise<Refund | undefined> {
  const [refund] = await work.tx
    .insert(refunds)
    .values({
      ...{ ...what, id: publicCode(16), orderId },
      state: 'started',
      startedAt: work.now,
      askAgainAt: after(work.now, graceMs),
    })
    .onConflictDoNothing()
    .returning()
  if (refund)
    await note(work, orderId, 'refund_started', {
      refund: refund.id,
      amountCents: refund.amountCents,
      by: what.requestedBy,
    })
  return refund
}

/** Records what the gateway said of a refund, and what follows. Safe to repeat. */
export async function settleRefund(
  work: Work,
  sellables: Sellables,
  refundId: string,
  said: Exclude<RefundAnswer, { outcome: 'pending' }>,
) {
  const { tx, now } = work
  const [known] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  const found = known && (await findOrderForUpdate(work, sellables, known.orderId))
  if (!found) return
  const closed = await tx
    .update(refunds)
    .set({
      ...(said.outcome === 'refunded'
        ? { state: 'done', refundRef: said.refundRef }
        : { state: 'refused', refusal: said.reason }),
      settledAt: now,
      askAgainAt: null,
    })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'started')))
    .returning()
  const [refund] = closed
  if (!refund) return // settled before
  const { order, lines } = found
  if (refund.state === 'refused') return note(work, order.id, 'refund_refused', { refund: refund.id })
  await note(work, order.id, 'refunded', { refund: refund.id, amountCents: refund.amountCents })
  await work.enqueue('mail-order-refund', { orderId: order.id, refundId: refund.id })
  if (await isOfLateCharge(work, refund)) return

  const refundedCents = order.refundedCents + refund.amountCents
  const isWhole = refundedCents === order.capturedCents
  await moveOrder(work, order, isWhole ? 'refunded' : 'part_refunded', { refundedCents })
  if (isWhole) {
    await tx
      .update(orderLines)
      .set({ stage: 'refunded' })
      .where(and(eq(orderLines.orderId, order.id), sql`${orderLines.stage} is not null`))
    await releaseLines(work, order.id, lines)
  }
}

/** Money of a charge that came after we had given the attempt up is no part of the order's own money. */
async function isOfLateCharge({ tx }: Work, refund: Refund): Promise<boolean> {
  const [attempt] = await tx.select().from(paymentAttempts).where(eq(paymentAttempts.id, refund.attemptId))
  return attempt?.isLate === true
}

/**
 * The gateway went silent, or cannot say yet: it is asked again soon, since the buyer watches, and ever more slowly after
 * that, up to `slowestMs` apart.
 */
export async function askRefundAgain(
  { tx, now, enqueue }: Work,
  { id, startedAt }: Pick<Refund, 'id' | 'startedAt'>,
  slowestMs = minute,
) {
  const passedMs = now.getTime() - startedAt.getTime()
  const askAgainAt = after(now, Math.min(Math.max(passedMs, 2 * second), slowestMs))
  await tx
    .update(refunds)
    .set({ askAgainAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started')))
  await enqueue('reconcile-refunds', {}, { startAfter: askAgainAt })
}

/** Takes refunds whose outcome is open and due to be asked for, so that no other process asks at the same time. */
export async function takeDueRefunds({ tx, now }: Work, most: number): Promise<Refund[]> {
  const due = tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, 'started'), lte(refunds.askAgainAt, now)))
    .limit(most)
    .for('update', { skipLocked: true })
  return tx
    .update(refunds)
    .set({ askAgainAt: after(now, graceMs) })
    .where(sql`${refunds.id} in ${due}`)
    .returning()
}
