import { and, eq, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { RefundAnswer } from '#app/gateway/gateway.ts'
import { isPaid, type PayoutMethod } from '#app/features/orders/rules.ts'
import { afterOpenRefunds, unrefundedShippingCents } from '../rules.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { paymentAttempts, refundLines, refunds } from '#app/features/orders/payment-tables.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import {
  postRefundPaid,
  postRefundRefused,
  postRefundStarted,
} from '#app/features/orders/store/ledger.server.ts'
import {
  leftOfCharge,
  listOpenParts,
  opens,
  type Refund,
  endLines,
  beginReturns,
  undoReturns,
  announceCheck,
  refundSubject,
} from './refund.server.ts'

type Part = typeof refundLines.$inferSelect
type Locked = { refund: Refund; parts: Part[]; order: Order; lines: SellableLine[] }

/** Safe to repeat. A completed refund is recorded by anyone, but a refusal counts only from the latest try (`tried`). */
export async function settleRefund(
  work: UnitOfWork,
  sellables: Sellables,
  refundId: string,
  answer: Exclude<RefundAnswer, { outcome: 'pending' }>,
  tried?: number,
) {
  const locked = await lockRefund(work, sellables, refundId)
  if (!locked) return
  if (answer.outcome === 'refunded') return recordMade(work, locked, answer.refundRef)
  const { refund } = locked
  if (refund.state !== 'started' || refund.tries !== tried) return
  return answer.outcome === 'refused'
    ? recordRefused(work, locked, answer.reason)
    : recordTooLate(work, locked, answer.reason)
}

async function recordMade(work: UnitOfWork, locked: Locked, refundRef: string) {
  const { refund } = locked
  if (refund.state === 'done') {
    if (refund.refundRef === refundRef && refund.payoutMethod === null) return
    return raise(work, locked, 'refund_made_twice', `Also made as ${refundRef}.`)
  }
  // A late answer about a refund that no longer counts: only if nothing replaced it.
  if (refund.state === 'refused' && !(await isOwed(work, locked)))
    return raise(work, locked, 'refund_made_twice', `Made as ${refundRef} after it had been refused.`)
  await complete(work, refund.state === 'refused' ? await reviveReturns(work, locked) : locked, { refundRef })
}

async function recordRefused(work: UnitOfWork, locked: Locked, reason: string) {
  const { refund, order } = locked
  await change(work, refund, { state: 'refused', refusal: reason, settledAt: work.now })
  await clearAlert(work, 'refund_open_too_long', refundSubject(refund))
  await postRefundRefused(work, refund)
  await undoReturns(work, order.id, returnedOf(locked))
  await addEvent(work, order.id, 'refund_refused', { refund: refund.id })
  await work.enqueue('mail-order-refund-stopped', { ...idsOf(refund), at: work.now.toISOString() })
  await raise(work, locked, 'refund_refused', reason)
}

async function recordTooLate(work: UnitOfWork, { refund }: Locked, reason: string) {
  await change(work, refund, { state: 'by_check', refusal: reason })
  await clearAlert(work, 'refund_open_too_long', refundSubject(refund))
  await announceCheck(work, refund, reason)
}

export type Payout = { method: PayoutMethod; reference: string; by?: string }

export async function recordPaidOutside(
  work: UnitOfWork,
  sellables: Sellables,
  refundId: string,
  { method, reference, by }: Payout,
): Promise<{ ok: true; refund: Refund } | Refusal> {
  const locked = await lockRefund(work, sellables, refundId)
  if (!locked) return refuse('refund_not_found')
  const { refund } = locked
  if (refund.state !== 'by_check' && refund.state !== 'refused') return refuse('nothing_to_pay_out')
  if (refund.state === 'refused' && !(await isOwed(work, locked))) return refuse('no_longer_owed')
  const owed = refund.state === 'refused' ? await reviveReturns(work, locked) : locked
  await complete(work, owed, { refundRef: reference, payoutMethod: method }, by)
  return { ok: true, refund }
}

/** Retries a refused refund under its id, so that the payment service makes it at most once. */
export async function retryRefund(
  work: UnitOfWork,
  sellables: Sellables,
  refundId: string,
  by = 'operator',
): Promise<{ ok: true; refund: Refund } | Refusal> {
  const locked = await lockRefund(work, sellables, refundId)
  if (!locked) return refuse('refund_not_found')
  const { refund, order } = locked
  if (refund.state !== 'refused') return refuse('not_refused')
  if (!(await isOwed(work, locked))) return refuse('no_longer_owed')
  await reviveReturns(work, locked)
  await change(work, refund, { state: 'started', refusal: null, settledAt: null, askAgainAt: work.now })
  await postRefundStarted(work, refund)
  await clearAlert(work, 'refund_refused', refundSubject(refund))
  await addEvent(work, order.id, 'refund_started', {
    refund: refund.id,
    amountCents: refund.amountCents,
    by,
  })
  return { ok: true, refund }
}

/** Resumes the return of a refused refund's lines. They may have moved on since, so their stock is decided again. */
async function reviveReturns(work: UnitOfWork, locked: Locked): Promise<Locked> {
  const { refund } = locked
  const returned = returnedOf(locked)
  await beginReturns(work, refund.orderId, returned, true)
  for (const loaded of returned)
    await work.tx
      .update(refundLines)
      .set({ releasesStock: opens(loaded, false) })
      .where(and(eq(refundLines.refundId, refund.id), eq(refundLines.position, loaded.line.position)))
  return { ...locked, parts: await listParts(work, refund.id) }
}

function listParts({ tx }: UnitOfWork, refundId: string): Promise<Part[]> {
  return tx.select().from(refundLines).where(eq(refundLines.refundId, refundId))
}

async function isOwed(work: UnitOfWork, { refund, parts, order, lines }: Locked): Promise<boolean> {
  if (refund.amountCents > (await leftOfCharge(work, refund.attemptId))) return false
  if (await isOfLateCharge(work, refund)) return true
  const open = await listOpenParts(work, order.id)
  const left = afterOpenRefunds({ ...order, lines: lines.map(({ line }) => line) }, open)
  if (refund.shippingCents > unrefundedShippingCents(left)) return false
  return parts.every(({ position, amountCents, isReturned }) => {
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
  const { refund, order } = locked
  await change(work, refund, { ...made, state: 'done', settledAt: work.now })
  const isOutside = made.payoutMethod !== undefined
  await postRefundPaid(work, refund, { refundRef: made.refundRef, isOutside })
  await addEvent(work, order.id, 'refunded', {
    refund: refund.id,
    amountCents: refund.amountCents,
    ...(made.payoutMethod && { method: made.payoutMethod }),
    ...(by && { by }),
  })
  await work.enqueue('mail-order-refund', idsOf(refund))
  for (const kind of ['refund_refused', 'refund_by_check', 'refund_open_too_long'] as const)
    await clearAlert(work, kind, refundSubject(refund))
  // A late charge of an abandoned attempt is not the order's money.
  if (!(await isOfLateCharge(work, refund))) await countToOrder(work, locked)
}

async function countToOrder(work: UnitOfWork, { refund, parts, order, lines }: Locked) {
  const refundedCents = order.refundedCents + refund.amountCents
  const isWhole = refundedCents === order.capturedCents
  const shippingRefundedCents = order.shippingRefundedCents + refund.shippingCents
  const counted = { refundedCents, shippingRefundedCents }
  if (isWhole) await changeOrderState(work, order, 'refunded', counted)
  else if (isPaid(order.state)) await changeOrderState(work, order, 'part_refunded', counted)
  else await work.tx.update(orders).set(counted).where(eq(orders.id, order.id))

  for (const { position, amountCents } of parts)
    await work.tx
      .update(orderLines)
      .set({ refundedCents: sql`${orderLines.refundedCents} + ${amountCents}` })
      .where(sql`${orderLines.orderId} = ${order.id} and ${orderLines.position} = ${position}`)
  if (isWhole && parts.length === 0 && refund.shippingCents === 0) await countWhole(work, order)

  const partOf = ({ line }: SellableLine) => parts.find(({ position }) => position === line.position)
  const returned = lines
    .filter((loaded) => isWhole || partOf(loaded)?.isReturned)
    .map((loaded) => {
      const part = partOf(loaded)
      return { ...loaded, releasesStock: part?.isReturned ? part.releasesStock : opens(loaded, false) }
    })
  await endLines(work, order.id, returned)
}

async function countWhole({ tx }: UnitOfWork, order: Order) {
  await tx
    .update(orderLines)
    .set({ refundedCents: sql`${orderLines.unitCents} * ${orderLines.quantity} + ${orderLines.taxCents}` })
    .where(eq(orderLines.orderId, order.id))
  await tx
    .update(orders)
    .set({ shippingRefundedCents: sql`${orders.shippingCents} + ${orders.shippingTaxCents}` })
    .where(eq(orders.id, order.id))
}

async function lockRefund(work: UnitOfWork, sellables: Sellables, refundId: string) {
  const { tx } = work
  const [known] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  const found = known && (await findOrderForUpdate(work, sellables, known.orderId))
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (!found || !refund) return undefined
  return { ...found, refund, parts: await listParts(work, refundId) }
}

async function change({ tx, now }: UnitOfWork, { id }: Refund, values: Partial<typeof refunds.$inferInsert>) {
  await tx
    .update(refunds)
    .set({
      askAgainAt: null,
      isUncertain: false,
      waitingFor: null,
      answeredAt: now,
      ...values,
    })
    .where(eq(refunds.id, id))
}

function returnedOf({ lines, parts }: Locked): SellableLine[] {
  return lines.filter(({ line }) =>
    parts.some(({ position, isReturned }) => isReturned && position === line.position),
  )
}

async function isOfLateCharge({ tx }: UnitOfWork, refund: Refund): Promise<boolean> {
  const [attempt] = await tx
    .select({ isLate: paymentAttempts.isLate })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, refund.attemptId))
  return attempt?.isLate === true
}

function idsOf({ orderId, id }: Refund) {
  return { orderId, refundId: id }
}

function raise(
  work: UnitOfWork,
  { refund }: Locked,
  kind: 'refund_refused' | 'refund_made_twice',
  detail: string,
) {
  return raiseAlert(work, { kind, subject: refundSubject(refund), detail })
}
