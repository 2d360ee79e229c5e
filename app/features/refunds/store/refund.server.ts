import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { and, eq, inArray, ne, sql, sum, isNull } from 'drizzle-orm'
import { type Db, type UnitOfWork, unlessRefused } from '#app/db/db.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse, allowed } from '#app/kit/refusal.ts'
import { isPaid, endings } from '#app/features/orders/rules.ts'
import {
  afterOpenRefunds,
  refundAmount,
  refundCents,
  type RefundParts,
  type ReturnedPieces,
  returnLines,
  returnPieces,
  returnAll,
  stockReturn,
} from '../rules.ts'
import { lineRefund, unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { refundLines, refunds, paymentAttempts } from '#app/features/orders/payment-tables.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  addEvent,
  type Order,
  type Sellables,
  changeOrderState,
  releaseLine,
} from '#app/features/orders/store/lines.server.ts'
import { listRefunds } from '#app/features/orders/store/read.server.ts'
import { postRefundStarted } from '#app/features/orders/store/ledger.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'

export type Refund = typeof refunds.$inferSelect

/** The result of a request: a refund for the gateway to make, or none if no money has to move. */
export type RequestedRefund = { ok: true; refund: Refund | null }

/** The buyer returns lines from the private page. Refused once the refund clock of one of them has ended. */
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
  return requestRefund(work, found, returnLines(order, positions), { requestedBy: 'buyer' })
}

export type OperatorRefund =
  | { amountCents: number }
  /** A line to return; with an amount, only that much is refunded and the line stays. */
  | { position: number; amountCents?: number }
  | { pieces: readonly ReturnedPieces[] }
  | 'all'

export type OperatorRefundTerms = {
  by?: string
  /** Also releases stock that is not released automatically: its form is filed, or it has shipped. */
  isReleased?: boolean
  /** Never releases stock, for example of damaged goods. */
  isOffSale?: boolean
  isByCheck?: boolean
  reason?: string
}

/** Regardless of refund clocks. An amount alone returns no line; one with a filed form or a shipped parcel stays off sale unless `isReleased`. */
export async function requestOperatorRefund(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  what: OperatorRefund,
  terms: OperatorRefundTerms = {},
): Promise<RequestedRefund | Refusal> {
  const found = await findRefundable(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const chosen = chooseParts(found.order, what)
  if (!chosen.ok) return chosen
  return requestRefund(work, found, chosen.parts, { requestedBy: 'operator', ...terms })
}

function chooseParts(
  order: Refundable['order'],
  what: OperatorRefund,
): { ok: true; parts: RefundParts } | Refusal {
  const chosen = (parts: RefundParts) => ({ ok: true as const, parts })
  if (what === 'all') return chosen(returnAll(order))
  if ('pieces' in what) return chosen(returnPieces(order, what.pieces))
  const { amountCents } = what
  if (!('position' in what)) {
    if (what.amountCents < 1 || what.amountCents > refundCents(returnAll(order))) return refuse('too_much')
    return chosen(refundAmount(order, what.amountCents))
  }
  const { position } = what
  const line = order.lines.find((each) => each.position === position)
  if (!line || line.returnedAt) return refuse('no_such_line')
  if (line.isReturning) return refuse('refund_under_way')
  if (amountCents === undefined) return chosen(returnLines(order, [position]))
  if (amountCents < 1 || amountCents > unrefundedLineCents(line)) return refuse('too_much')
  return chosen({ lines: [{ position, amountCents, isReturned: false }], shippingCents: 0 })
}

type Refundable = NonNullable<Awaited<ReturnType<typeof findRefundable>>>

async function findRefundable(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return undefined
  const open = await listOpenRefunds(work.tx, orderId)
  const order = { ...found.order, lines: found.lines.map(({ line }) => line) }
  return { order: afterOpenRefunds(order, open), lines: found.lines }
}

export async function listOpenRefunds(db: Db, orderId: string) {
  return (await listRefunds(db, orderId)).filter(({ state }) => state === 'started' || state === 'by_check')
}

export function linesReturnedBy(lines: readonly SellableLine[], parts: Pick<RefundParts, 'lines'>) {
  return lines.filter(({ line }) =>
    parts.lines.some(({ position, isReturned }) => isReturned && position === line.position),
  )
}

async function requestRefund(
  work: UnitOfWork,
  { order, lines }: Refundable,
  parts: RefundParts,
  terms: OperatorRefundTerms & Pick<Refund, 'requestedBy'>,
): Promise<RequestedRefund | Refusal> {
  const { requestedBy, by = requestedBy, reason = null, isReleased = false, isByCheck = false } = terms
  const { lines: partsOfLines, shippingCents } = parts
  const amountCents = refundCents(parts)
  const returned = linesReturnedBy(lines, parts).map((loaded) => ({
    ...loaded,
    releasesStock: !terms.isOffSale && opens(loaded, isReleased),
  }))
  if (amountCents === 0 && returned.length === 0) return refuse('too_much')
  if (isReleased && returned.some(({ line }) => stockReturn(line) === 'stays')) return refuse('not_ours')
  const attemptId = amountCents > 0 ? await findCapturedAttempt(work, order.id) : undefined
  if (attemptId && amountCents > (await leftOfCharge(work, attemptId))) return refuse('too_much')
  const begun = await beginReturns(work, returned, requestedBy === 'operator')
  if (!begun.ok) return begun
  if (!attemptId) {
    await returnFreeLines(work, order, lines, returned, by)
    return { ok: true, refund: null }
  }
  const state = isByCheck ? 'by_check' : 'started'
  const refund = await recordStarted(
    work,
    order.id,
    { attemptId, amountCents, requestedBy, by, shippingCents, reason, state },
    partsOfLines.map((part) => ({
      ...part,
      releasesStock: returned.some(
        ({ line, releasesStock }) => releasesStock && line.position === part.position,
      ),
    })),
  )
  if (isByCheck) await announceCheck(work, refund, 'Staff chose to pay it by check.', by)
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

export function opens({ line }: Pick<SellableLine, 'line'>, isReleased: boolean): boolean {
  const rule = stockReturn(line)
  return rule === 'opens' || (rule === 'if_released' && isReleased)
}

type NewRefund = Pick<Refund, 'attemptId' | 'amountCents' | 'requestedBy'> &
  Partial<Pick<Refund, 'shippingCents' | 'reason' | 'state'>> & { by?: string }
type NewRefundLines = readonly (RefundParts['lines'][number] & { releasesStock?: boolean })[]

/** The gateway is called afterwards, outside the transaction: by the job, or at once by whoever asked. `undefined` if the charge's refunds would exceed the charge. */
export async function startRefund(
  work: UnitOfWork,
  orderId: string,
  what: NewRefund,
  lines: NewRefundLines = [],
): Promise<Refund | undefined> {
  if (what.amountCents > (await leftOfCharge(work, what.attemptId))) return undefined
  return recordStarted(work, orderId, what, lines)
}

/** The caller has compared it with what is left of its charge, and holds that lock. */
async function recordStarted(
  work: UnitOfWork,
  orderId: string,
  { by, ...what }: NewRefund,
  lines: NewRefundLines,
): Promise<Refund> {
  const [refund] = await work.tx
    .insert(refunds)
    .values({
      state: 'started',
      askAgainAt: work.now,
      ...what,
      id: publicCode(16),
      orderId,
      startedAt: work.now,
    })
    .returning()
  if (!refund) throw new Error(`A refund of order ${orderId} was not stored`)
  const of = { refundId: refund.id, orderId }
  if (lines.length > 0) await work.tx.insert(refundLines).values(lines.map((part) => ({ ...part, ...of })))
  await noteStarted(work, refund, by ?? what.requestedBy)
  if (refund.state === 'started') await work.enqueue('reconcile-refunds', {}, { once: 'due' })
  return refund
}

/** Into the ledger and the order's history. */
export async function noteStarted(work: UnitOfWork, refund: Refund, by: string) {
  const { id, orderId, amountCents } = refund
  await postRefundStarted(work, refund)
  await addEvent(work, orderId, 'refund_started', { refund: id, amountCents, by })
}

/** The part of a charge that is neither refunded nor being refunded, in cents. Locks the charge. */
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

/** With their order locked: what came with them becomes unusable. Refused, with nothing changed, if some was used, unless `isForced`. */
export function beginReturns(work: UnitOfWork, lines: readonly SellableLine[], isForced: boolean) {
  return unlessRefused(work, async (part) => {
    for (const { line, sellable, ref } of lines) {
      const refusal = await sellable.returning?.begin(part, line, ref, isForced)
      if (refusal) return refuse(refusal)
    }
    return allowed
  })
}

export async function undoReturns(work: UnitOfWork, lines: readonly SellableLine[]) {
  for (const { line, sellable, ref } of lines) await sellable.returning?.undo(work, line, ref)
}

type ReturnedLine = SellableLine & { releasesStock: boolean }

/** They were free or already refunded: their stock is released, their reservations end, and the buyer is mailed. */
export async function returnFreeLines(
  work: UnitOfWork,
  order: Order,
  lines: readonly SellableLine[],
  returned: readonly ReturnedLine[],
  by: string,
) {
  await endLines(work, order.id, returned)
  const positions = returned.map(({ line }) => line.position)
  for (const line of positions) await addEvent(work, order.id, 'returned', { line, by })
  // A free order ends with its last line; any other keeps its paid amount.
  const isEmpty = lines.every(({ line }) => line.returnedAt !== null || positions.includes(line.position))
  if (isEmpty && order.capturedCents === order.refundedCents) await changeOrderState(work, order, 'refunded')
  const returnedAt = work.now.toISOString()
  await work.enqueue('mail-order-return', { orderId: order.id, positions, returnedAt })
}

/** Ends returned lines and releases their stock where we may sell it. Each ends once. */
export async function endLines(work: UnitOfWork, orderId: string, returned: readonly ReturnedLine[]) {
  for (const returnedLine of returned) {
    const { position } = returnedLine.line
    const ended = await work.tx
      .update(orderLines)
      .set({
        returnedAt: work.now,
        // A line that ended earlier keeps its ending and stage.
        returnedStage: sql`coalesce(${orderLines.returnedStage}, ${orderLines.stage})`,
        // Delivered lines stay delivered, even when refunded.
        stage: sql`case when ${inArray(orderLines.stage, ['picked_up', ...endings])} then ${orderLines.stage}
          when ${orderLines.stage} is not null then 'refunded' end`,
      })
      .where(
        and(
          eq(orderLines.orderId, orderId),
          eq(orderLines.position, position),
          isNull(orderLines.returnedAt),
        ),
      )
      .returning({ position: orderLines.position })
    if (ended.length > 0 && returnedLine.releasesStock) await releaseLine(work, orderId, returnedLine)
  }
}

export async function announceCheck(
  work: UnitOfWork,
  refund: Refund,
  reason: string,
  by?: string,
): Promise<void> {
  const { orderId, id, amountCents } = refund
  await addEvent(work, orderId, 'refund_by_check', { refund: id, amountCents, ...(by && { by }) })
  const at = work.now.toISOString()
  await work.enqueue('mail-order-refund-stopped', { orderId, refundId: id, at })
  await raiseAlert(work, { kind: 'refund_by_check', subject: refundSubject(refund), detail: reason })
}

export function refundSubject({ orderId, id }: Pick<Refund, 'orderId' | 'id'>): string {
  return `${orderId} ${id}`
}
