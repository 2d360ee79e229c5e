import { and, eq, inArray, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { RefundAnswer } from '#app/gateway/gateway.ts'
import { isPaid, type PayoutMethod } from '#app/features/orders/rules.ts'
import { afterOpenRefunds, unrefundedShippingCents } from '../rules.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { refundLines, refunds } from '#app/features/orders/payment-tables.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { postRefundPaid, postRefundRefused } from '#app/features/orders/store/ledger.server.ts'
import { listRefunds, type ShownRefund } from '#app/features/orders/store/read.server.ts'
import {
  leftOfCharge,
  linesReturnedBy,
  listOpenRefunds,
  opens,
  endLines,
  beginReturns,
  undoReturns,
  announceCheck,
  noteStarted,
  refundSubject,
} from './refund.server.ts'

export type RefundOf = Pick<ShownRefund, 'orderId' | 'id'>
type Locked = { refund: ShownRefund; order: Order; lines: SellableLine[] }

/** Safe to repeat. A completed refund is recorded by anyone, but a refusal counts only from the latest try (`tried`). */
export async function settleRefund(
  work: UnitOfWork,
  sellables: Sellables,
  of: RefundOf,
  answer: Exclude<RefundAnswer, { outcome: 'pending' }>,
  tried?: number,
) {
  const locked = await lockRefund(work, sellables, of)
  if (!locked) return
  if (answer.outcome === 'refunded') return recordMade(work, locked, answer.refundRef)
  const { refund } = locked
  if (refund.state !== 'started' || refund.tries !== tried) return
  await clearAlert(work, 'refund_open_too_long', refundSubject(refund))
  if (answer.outcome === 'refused') return recordRefused(work, locked, answer.reason)
  await change(work, refund, { state: 'by_check', refusal: answer.reason })
  await announceCheck(work, refund, answer.reason)
}

async function recordMade(work: UnitOfWork, locked: Locked, refundRef: string) {
  const { refund } = locked
  const raiseTwice = (detail: string) =>
    raiseAlert(work, { kind: 'refund_made_twice', subject: refundSubject(refund), detail })
  if (refund.state === 'done') {
    if (refund.refundRef === refundRef && refund.payoutMethod === null) return
    return raiseTwice(`Also made as ${refundRef}.`)
  }
  // A late answer about a refund that no longer counts: only if nothing replaced it.
  const owed = await ifOwed(work, locked)
  if (!owed) return raiseTwice(`Made as ${refundRef} after it had been refused.`)
  await complete(work, owed, { refundRef })
}

async function recordRefused(work: UnitOfWork, locked: Locked, reason: string) {
  const { refund, order, lines } = locked
  const { id: refundId, orderId } = refund
  await change(work, refund, { state: 'refused', refusal: reason, settledAt: work.now })
  await postRefundRefused(work, refund)
  await undoReturns(work, order.id, linesReturnedBy(lines, refund))
  await addEvent(work, order.id, 'refund_refused', { refund: refundId })
  await work.enqueue('mail-order-refund-stopped', { orderId, refundId, at: work.now.toISOString() })
  await raiseAlert(work, { kind: 'refund_refused', subject: refundSubject(refund), detail: reason })
}

export type Payout = { method: PayoutMethod; reference: string; by?: string }

/** One that still waits for an invoice's gateway is only noted: the gateway records it and says so. */
export async function recordPaidOutside(
  work: UnitOfWork,
  sellables: Sellables,
  of: RefundOf,
  { method, reference, by }: Payout,
): Promise<{ ok: true; refund: ShownRefund } | Refusal> {
  const locked = await lockRefund(work, sellables, of)
  if (!locked) return refuse('refund_not_found')
  const { refund } = locked
  // Only an invoice's refund is always paid by a person; another one may still succeed by itself.
  if (refund.state === 'done' || (refund.state === 'started' && refund.gateway !== 'manual'))
    return refuse('nothing_to_pay_out')
  if (refund.state === 'started') {
    await work.tx.update(refunds).set({ askAgainAt: work.now }).where(eq(refunds.id, refund.id))
    // In the order's history before it is done: of two people at once, the second is told of the first.
    await addEvent(work, refund.orderId, 'payout_recorded', { refund: refund.id, by: by ?? 'operator' })
    return { ok: true, refund }
  }
  const owed = await ifOwed(work, locked)
  if (!owed) return refuse('no_longer_owed')
  await complete(work, owed, { refundRef: reference, payoutMethod: method }, by)
  return { ok: true, refund }
}

/** Retries a refused refund under its id, so that the payment service makes it at most once. */
export async function retryRefund(
  work: UnitOfWork,
  sellables: Sellables,
  of: RefundOf,
  by = 'operator',
): Promise<{ ok: true; refund: ShownRefund } | Refusal> {
  const locked = await lockRefund(work, sellables, of)
  if (!locked) return refuse('refund_not_found')
  const { refund } = locked
  if (refund.state !== 'refused') return refuse('not_refused')
  if (!(await ifOwed(work, locked))) return refuse('no_longer_owed')
  await change(work, refund, { state: 'started', refusal: null, settledAt: null, askAgainAt: work.now })
  await clearAlert(work, 'refund_refused', refundSubject(refund))
  await noteStarted(work, refund, by)
  return { ok: true, refund }
}

/** A refused refund resumes the return of its lines. What they moved on since may keep their stock, which nothing releases again. */
async function ifOwed(work: UnitOfWork, locked: Locked): Promise<Locked | undefined> {
  const { refund, lines } = locked
  if (refund.state !== 'refused') return locked
  if (!(await isOwed(work, locked))) return undefined
  const returned = linesReturnedBy(lines, refund)
  await beginReturns(work, refund.orderId, returned, true)
  const kept = returned.filter((loaded) => !opens(loaded, false)).map(({ line }) => line.position)
  await work.tx
    .update(refundLines)
    .set({ releasesStock: false })
    .where(and(eq(refundLines.refundId, refund.id), inArray(refundLines.position, kept)))
  const parts = refund.lines.map((part) =>
    kept.includes(part.position) ? { ...part, releasesStock: false } : part,
  )
  return { ...locked, refund: { ...refund, lines: parts } }
}

async function isOwed(work: UnitOfWork, { refund, order, lines }: Locked): Promise<boolean> {
  if (refund.amountCents > (await leftOfCharge(work, refund.attemptId))) return false
  if (refund.isLate) return true
  const open = await listOpenRefunds(work.tx, order.id)
  const left = afterOpenRefunds({ ...order, lines: lines.map(({ line }) => line) }, open)
  if (refund.shippingCents > unrefundedShippingCents(left)) return false
  return refund.lines.every(({ position, amountCents, isReturned }) => {
    const line = left.lines.find((each) => each.position === position)
    if (!line || amountCents > unrefundedLineCents(line)) return false
    return !isReturned || (line.returnedAt === null && !line.isReturning)
  })
}

async function complete(
  work: UnitOfWork,
  locked: Locked,
  made: { refundRef: string; payoutMethod?: PayoutMethod },
  by?: string,
) {
  const { refund } = locked
  const { id, orderId, amountCents } = refund
  const { refundRef, payoutMethod: method } = made
  await change(work, refund, { ...made, state: 'done', settledAt: work.now })
  await postRefundPaid(work, refund, { refundRef, isOutside: method !== undefined })
  const said = { refund: id, amountCents, ...(method && { method }), ...(by && { by }) }
  await addEvent(work, orderId, 'refunded', said)
  await work.enqueue('mail-order-refund', { orderId, refundId: id })
  for (const kind of ['refund_refused', 'refund_by_check', 'refund_open_too_long'] as const)
    await clearAlert(work, kind, refundSubject(refund))
  // A late charge of an abandoned attempt is not the order's money.
  if (!refund.isLate) await countToOrder(work, locked)
}

async function countToOrder(work: UnitOfWork, { refund, order, lines }: Locked) {
  const refundedCents = order.refundedCents + refund.amountCents
  const isWhole = refundedCents === order.capturedCents
  const shippingRefundedCents = order.shippingRefundedCents + refund.shippingCents
  const counted = { refundedCents, shippingRefundedCents }
  if (isWhole) await changeOrderState(work, order, 'refunded', counted)
  else if (isPaid(order.state)) await changeOrderState(work, order, 'part_refunded', counted)
  else await work.tx.update(orders).set(counted).where(eq(orders.id, order.id))

  for (const { position, amountCents } of refund.lines)
    await work.tx
      .update(orderLines)
      .set({ refundedCents: sql`${orderLines.refundedCents} + ${amountCents}` })
      .where(and(eq(orderLines.orderId, order.id), eq(orderLines.position, position)))

  const returned = lines.flatMap((loaded) => {
    const part = refund.lines.find(({ position }) => position === loaded.line.position)
    if (part?.isReturned) return { ...loaded, releasesStock: part.releasesStock }
    return isWhole ? { ...loaded, releasesStock: opens(loaded, false) } : []
  })
  await endLines(work, order.id, returned)
}

/** With its order. While its row is locked no try of it begins. */
async function lockRefund(work: UnitOfWork, sellables: Sellables, { orderId, id }: RefundOf) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  await work.tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.id, id)).for('update')
  const refund = found && (await listRefunds(work.tx, orderId)).find((each) => each.id === id)
  return refund && { ...found, refund }
}

async function change(
  { tx, now }: UnitOfWork,
  { id }: RefundOf,
  values: Partial<typeof refunds.$inferInsert>,
) {
  await tx
    .update(refunds)
    .set({ askAgainAt: null, isUncertain: false, waitingFor: null, answeredAt: now, ...values })
    .where(eq(refunds.id, id))
}
