import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { RefundAnswer } from '#app/payments/gateway.ts'
import { isPaid, refundableCents } from '../rules.ts'
import { lineRefund, partOf, refundCents, type RefundParts, returnOf, returnOfAll } from '../rules/refunds.ts'
import { paymentAttempts, refundLines, refunds } from '../payment-tables.ts'
import { orderLines } from '../tables.ts'
import {
  findOrderForUpdate,
  moveOrder,
  note,
  releaseLine,
  releaseLines,
  type Sellables,
} from './lines.server.ts'

/** A refund as stored. Its id is the gateway's idempotency key. */
export type Refund = typeof refunds.$inferSelect
type RefundLine = typeof refundLines.$inferSelect

const graceMs = 30 * second

/** The buyer takes lines back from the private page. Refused where the clock of one of them is over. */
export async function requestOwnRefund(
  work: Work,
  sellables: Sellables,
  orderId: string,
  positions: readonly number[],
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('not_paid')
  const lines = found.lines.map(({ line }) => line)
  const chosen = lines.filter(({ position }) => positions.includes(position))
  if (chosen.length === 0) return refuse('nothing_chosen')
  for (const line of chosen) {
    const verdict = lineRefund(line, found.order, work.now)
    if (!verdict.ok) return verdict
  }
  return requestRefund(work, found.order, returnOf({ ...found.order, lines }, positions), 'buyer')
}

/** What the operator gives back: an amount in cents, a line by its position, or everything that is left. */
export type OperatorRefund = { amountCents: number } | { position: number } | 'all'

/** The operator gives money back, whatever the clocks of the lines say. An amount alone takes no line back. */
export async function requestOperatorRefund(
  work: Work,
  sellables: Sellables,
  orderId: string,
  what: OperatorRefund,
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const order = { ...found.order, lines: found.lines.map(({ line }) => line) }
  if (what === 'all') return requestRefund(work, order, returnOfAll(order), 'operator')
  if ('position' in what) {
    const line = order.lines.find(({ position }) => position === what.position)
    if (!line || line.returnedAt) return refuse('no_such_line')
    return requestRefund(work, order, returnOf(order, [what.position]), 'operator')
  }
  const { amountCents } = what
  if (amountCents < 1 || amountCents > refundableCents(order)) return refuse('too_much')
  return requestRefund(work, order, partOf(order, amountCents), 'operator')
}

async function requestRefund(
  work: Work,
  order: { id: string },
  parts: RefundParts,
  requestedBy: 'buyer' | 'operator',
): Promise<{ ok: true; refund: Refund } | Refusal> {
  const amountCents = refundCents(parts)
  // A line of which everything went back as an amount before: there is no money left to move.
  if (amountCents === 0) return refuse('too_much')
  const [captured] = await work.tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, order.id), eq(paymentAttempts.state, 'captured')))
  if (!captured) throw new Error(`Order ${order.id} is paid and has no captured attempt`)
  const refund = await startRefund(work, order.id, {
    ...{ attemptId: captured.id, amountCents, requestedBy },
    shippingCents: parts.shippingCents,
  })
  if (!refund) return refuse('refund_under_way')
  const of = { refundId: refund.id, orderId: order.id }
  await work.tx.insert(refundLines).values(parts.lines.map((part) => ({ ...part, ...of })))
  return { ok: true, refund }
}

/**
 * Writes down that money is about to be given back; the gateway is asked afterwards, outside the transaction.
 * `undefined` when a refund of this attempt is under way already.
 */
export async function startRefund(
  work: Work,
  orderId: string,
  what: Pick<Refund, 'attemptId' | 'amountCents' | 'requestedBy'> & { shippingCents?: number },
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
  await moveOrder(work, order, isWhole ? 'refunded' : 'part_refunded', {
    refundedCents,
    shippingRefundedCents: order.shippingRefundedCents + refund.shippingCents,
  })
  const parts = await tx.select().from(refundLines).where(eq(refundLines.refundId, refundId))
  for (const part of parts) await takeBackLine(work, part)
  if (isWhole) {
    await endLines(work, eq(orderLines.orderId, order.id))
    return releaseLines(work, order.id, lines)
  }
  for (const { position, isReturned } of parts)
    if (isReturned) await releaseLine(work, order.id, lines, position)
}

async function takeBackLine(work: Work, { orderId, position, amountCents, isReturned }: RefundLine) {
  const isIt = and(eq(orderLines.orderId, orderId), eq(orderLines.position, position))
  await work.tx
    .update(orderLines)
    .set({ refundedCents: sql`${orderLines.refundedCents} + ${amountCents}` })
    .where(isIt)
  if (isReturned) await endLines(work, isIt)
}

/** Lines that were given up: from now on nothing of them goes on. */
async function endLines({ tx, now }: Work, which: SQL | undefined) {
  await tx
    .update(orderLines)
    .set({ returnedAt: now, stage: sql`case when ${orderLines.stage} is not null then 'refunded' end` })
    .where(and(which, isNull(orderLines.returnedAt)))
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

/** Takes refunds at a gateway whose outcome is open and due to be asked for, so that no other process asks at the same time. */
export async function takeDueRefunds({ tx, now }: Work, gateway: string, most: number): Promise<Refund[]> {
  const due = tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(
      and(eq(refunds.state, 'started'), lte(refunds.askAgainAt, now), eq(paymentAttempts.gateway, gateway)),
    )
    .limit(most)
    .for('update', { of: refunds, skipLocked: true })
  return tx
    .update(refunds)
    .set({ askAgainAt: after(now, graceMs) })
    .where(sql`${refunds.id} in ${due}`)
    .returning()
}
