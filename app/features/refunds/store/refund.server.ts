import { and, eq, inArray, ne, sql, sum } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { isPaid, refundableCents } from '#app/features/orders/rules.ts'
import {
  afterOpenRefunds,
  refundAmount,
  refundCents,
  type RefundParts,
  returnLines,
  returnAll,
  stockReturn,
} from '../rules.ts'
import { lineRefund } from '#app/features/orders/rules/refund-clock.ts'
import { openRefundStates, refundLines, refunds } from '#app/features/orders/refund-tables.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  addEvent,
  type Order,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { postRefundStarted } from '#app/features/orders/store/post-ledger.server.ts'
import { beginReturns } from './returning.server.ts'
import { returnFreeLines } from './return-lines.server.ts'

/** A refund as stored. Its id is the gateway's idempotency key. */
export type Refund = typeof refunds.$inferSelect

/** What was asked for: a refund that the gateway has to make, or none where no money has to move. */
export type RequestedRefund = { ok: true; refund: Refund | null }

const graceMs = 30 * second

/** The buyer takes lines back from the private page. Refused where the clock of one of them is over. */
export async function requestOwnRefund(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  positions: readonly number[],
): Promise<RequestedRefund | Refusal> {
  const found = await findRefundable(work, sellables, orderId)
  if (!found) return refuse('not_paid')
  const { order } = found
  const chosen = order.lines.filter(({ position }) => positions.includes(position))
  if (chosen.length === 0) return refuse('nothing_chosen')
  for (const line of chosen) {
    const verdict = lineRefund(line, order, work.now)
    if (!verdict.ok) return verdict
  }
  return requestRefund(work, found, returnLines(order, positions), {
    requestedBy: 'buyer',
    isReleased: false,
  })
}

/** What the operator gives back: an amount in cents, a line by its position, or everything that is left. */
export type OperatorRefund = { amountCents: number } | { position: number } | 'all'

/**
 * The operator gives money back, whatever the clocks of the lines say. An amount alone takes no line back. What is given
 * up while something is under way for it (a filed form, a parcel that was sent) stays off sale unless `isReleased`.
 */
export async function requestOperatorRefund(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  what: OperatorRefund,
  isReleased = false,
): Promise<RequestedRefund | Refusal> {
  const found = await findRefundable(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const { order } = found
  const request = { requestedBy: 'operator' as const, isReleased }
  if (what === 'all') return requestRefund(work, found, returnAll(order), request)
  if ('position' in what) {
    const line = order.lines.find(({ position }) => position === what.position)
    if (!line || line.returnedAt) return refuse('no_such_line')
    if (line.isReturning) return refuse('refund_under_way')
    return requestRefund(work, found, returnLines(order, [what.position]), request)
  }
  const { amountCents } = what
  const openCents = found.open.reduce((total, parts) => total + refundCents(parts), 0)
  if (amountCents < 1 || amountCents > refundableCents(order) - openCents) return refuse('too_much')
  return requestRefund(work, found, refundAmount(order, amountCents), request)
}

/** An order, locked, as it will be once its open refunds are through. */
async function findRefundable(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return undefined
  const open = await listOpenParts(work, orderId)
  const order = { ...found.order, lines: found.lines.map(({ line }) => line) }
  return { order: afterOpenRefunds(order, open), lines: found.lines, open }
}

/** What the open refunds of an order are made of. Those of late charges are no part of the order's own money. */
export async function listOpenParts({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string): Promise<RefundParts[]> {
  const open = await tx
    .select({ id: refunds.id, shippingCents: refunds.shippingCents })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        inArray(refunds.state, [...openRefundStates]),
        eq(paymentAttempts.isLate, false),
      ),
    )
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  const parts = await tx.select().from(refundLines).where(inArray(refundLines.refundId, ids))
  return open.map(({ id, shippingCents }) => ({
    shippingCents,
    lines: parts.filter(({ refundId }) => refundId === id),
  }))
}

type Found = { order: Order; lines: SellableLine[] }

async function requestRefund(
  work: UnitOfWork,
  { order, lines }: Found,
  parts: RefundParts,
  { requestedBy, isReleased }: { requestedBy: 'buyer' | 'operator'; isReleased: boolean },
): Promise<RequestedRefund | Refusal> {
  const amountCents = refundCents(parts)
  const returned = lines.filter(({ line }) =>
    parts.lines.some(({ position, isReturned }) => isReturned && position === line.position),
  )
  if (amountCents === 0 && returned.length === 0) return refuse('too_much')
  if (isReleased && returned.some(({ line }) => stockReturn(line) === 'stays')) return refuse('not_ours')
  const attemptId = amountCents > 0 ? await findCapturedAttempt(work, order.id) : undefined
  if (attemptId && amountCents > (await leftOfCharge(work, attemptId))) return refuse('too_much')
  const begun = await beginReturns(work, order.id, returned, requestedBy === 'operator')
  if (!begun.ok) return begun
  const stock = returned.map((loaded) => ({ ...loaded, releasesStock: opens(loaded, isReleased) }))
  if (!attemptId) {
    await returnFreeLines(work, order, lines, stock)
    return { ok: true, refund: null }
  }

  const refund = await startRefund(work, order.id, {
    attemptId,
    amountCents,
    requestedBy,
    shippingCents: parts.shippingCents,
  })
  if (!refund) throw new Error(`Refunds of order ${order.id} would exceed its charge`)
  const rows = parts.lines.map((part) => {
    const of = stock.find(({ line }) => line.position === part.position)
    return {
      ...part,
      refundId: refund.id,
      orderId: order.id,
      releasesStock: of?.releasesStock ?? false,
    }
  })
  if (rows.length > 0) await work.tx.insert(refundLines).values(rows)
  await postRefundStarted(work, refund)
  return { ok: true, refund }
}

async function findCapturedAttempt({ tx }: UnitOfWork, orderId: string): Promise<string> {
  const [captured] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.state, 'captured')))
  if (!captured) throw new Error(`Order ${orderId} is paid and has no captured attempt`)
  return captured.id
}

/** Does the stock of this line open to others when it is given back now? */
export function opens({ line }: Pick<SellableLine, 'line'>, isReleased: boolean): boolean {
  const rule = stockReturn(line)
  return rule === 'opens' || (rule === 'if_released' && isReleased)
}

/**
 * Writes down that money is about to be given back; the gateway is asked afterwards, outside the transaction.
 * `undefined` when together with the charge's other refunds it would be more than was charged: the same charge is never
 * given back twice.
 */
export async function startRefund(
  work: UnitOfWork,
  orderId: string,
  what: Pick<Refund, 'attemptId' | 'amountCents' | 'requestedBy'> & { shippingCents?: number },
): Promise<Refund | undefined> {
  if (what.amountCents > (await leftOfCharge(work, what.attemptId))) return undefined
  const [refund] = await work.tx
    .insert(refunds)
    .values({
      ...what,
      id: publicCode(16),
      orderId,
      state: 'started',
      startedAt: work.now,
      askAgainAt: after(work.now, graceMs),
    })
    .returning()
  if (!refund) throw new Error(`A refund of order ${orderId} was not stored`)
  await addEvent(work, orderId, 'refund_started', {
    refund: refund.id,
    amountCents: refund.amountCents,
    by: what.requestedBy,
  })
  return refund
}

/** What of a charge neither went back nor is on its way back, in cents. Locks the charge. */
export async function leftOfCharge({ tx }: UnitOfWork, attemptId: string): Promise<number> {
  const [attempt] = await tx
    .select({
      amountCents: sql<number>`coalesce(${paymentAttempts.capturedCents}, ${paymentAttempts.amountCents})`,
    })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, attemptId))
    .for('no key update')
  const [given] = await tx
    .select({ cents: sql<number>`coalesce(${sum(refunds.amountCents)}, 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.attemptId, attemptId), ne(refunds.state, 'refused')))
  return (attempt?.amountCents ?? 0) - (given?.cents ?? 0)
}
