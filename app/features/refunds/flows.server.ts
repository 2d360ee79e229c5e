import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { type Db, type Perform, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { refundLines, refunds, paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { unrefundedLineCents } from '#app/features/orders/refunds.ts'
import { isPaid, type PayoutMethod } from '#app/features/orders/rules.ts'
import { postRefundPaid, postRefundRefused } from '#app/features/orders/store/ledger.server.ts'
import {
  addEvent,
  changeOrderState,
  findOrderForUpdate,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { listRefunds, type ShownRefund } from '#app/features/orders/store/read.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import type { RefundAnswer } from '#app/gateway/gateway.ts'
import { everyGateway, orTimeout, type PaymentContext, byHand } from '#app/gateway/payment-context.server.ts'
import { notBackingOff, runWorkItems } from '#app/jobs/work-items.server.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { afterOpenRefunds, unrefundedShippingCents } from './rules.ts'
import {
  announceCheck,
  beginReturns,
  endLines,
  leftOfCharge,
  linesReturnedBy,
  listOpenRefunds,
  noteStarted,
  opens,
  type OperatorRefund,
  type OperatorRefundTerms,
  type Refund,
  refundSubject,
  requestOperatorRefund,
  requestOwnRefund,
  undoReturns,
} from './store/refund.server.ts'

type RefundOf = Pick<ShownRefund, 'orderId' | 'id'>
type Payout = { method: PayoutMethod; reference: string; by?: string }

/** The buyer returns lines. `ok` once the refund was requested from the gateway; the order's state says how it went. */
export async function refundOwnLines(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  positions: readonly number[],
) {
  const requested = await transact(ctx, (work) => requestOwnRefund(work, sellables, orderId, positions))
  return carriedOut(ctx, sellables, requested)
}

export async function refundOrder(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  scope: OperatorRefund = 'all',
  { terms, perform = performIn(ctx) }: { terms?: OperatorRefundTerms; perform?: Perform } = {},
) {
  const requested = await perform((work) => requestOperatorRefund(work, sellables, orderId, scope, terms))
  return carriedOut(ctx, sellables, requested)
}

export async function tryRefundAgain(
  ctx: PaymentContext,
  sellables: Sellables,
  of: RefundOf,
  { by, perform = performIn(ctx) }: { by?: string; perform?: Perform } = {},
) {
  return carriedOut(ctx, sellables, await perform((work) => retryRefund(work, sellables, of, by)))
}

/** That of an invoice, one that the payment service refused, or one by check. `perform` is the transaction that records it. */
export async function recordPayout(
  ctx: PaymentContext,
  sellables: Sellables,
  of: RefundOf,
  payout: Payout,
  perform: Perform = performIn(ctx),
) {
  const recorded = await perform((work) => recordPaidOutside(work, sellables, of, payout))
  if (!recorded.ok || recorded.refund.state !== 'started') return recorded
  // Money that staff took is paid back by staff, whatever gateway is in use.
  await byHand(ctx).gateway.recordPayout?.(recorded.refund.id, payout.reference || undefined)
  return carriedOut(ctx, sellables, recorded)
}

const performIn =
  (ctx: PaymentContext): Perform =>
  (task) =>
    transact(ctx, task)

/** Requests from the gateway what a transaction wrote down, once it has committed. */
export async function carriedOut<Requested extends { ok: true; refund: Pick<Refund, 'id'> | null } | Refusal>(
  ctx: PaymentContext,
  sellables: Sellables,
  requested: Requested,
): Promise<Requested> {
  if (requested.ok && requested.refund) await carryOutRefunds(ctx, sellables, [requested.refund.id])
  return requested
}

/** A refund in hand is nobody else's for so long: longer than any gateway takes to answer. */
const inHandMs = 2 * minute
/** The longest interval between retries of a refund whose outcome is unknown. */
const silentMs = minute
/** The same for one that waits for settlement or for a person. */
const pendingMs = 30 * minute
const refundItem = 'carry-out-refund'
const maxItems = 20

/** Returns how many were in our hand. One that another process has becomes due again later: this run does not wait for it. */
export async function reconcileRefunds(ctx: PaymentContext, sellables: Sellables, signal?: AbortSignal) {
  const gateways = everyGateway(ctx).map(({ gateway }) => gateway.name)
  const due = await transact(ctx, (work) => listDueRefunds(work, gateways, maxItems))
  return carryOutRefunds(ctx, sellables, due, signal)
}

/** One by one: a refund that fails is noted and holds up no other. */
export async function carryOutRefunds(
  ctx: PaymentContext,
  sellables: Sellables,
  items: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  let taken = 0
  await runWorkItems(ctx, {
    kind: refundItem,
    items,
    signal,
    subjectOf: (id) => id,
    run: async (id) => {
      // Only the gateway that charged it takes it.
      for (const each of everyGateway(ctx)) if (await attemptRefund(each, sellables, id)) return void taken++
    },
  })
  return taken
}

/** One at a time has it in hand. Its id is the gateway's idempotency key: asking twice gives back once. Says whether it was in our hand. */
async function attemptRefund(ctx: PaymentContext, sellables: Sellables, id: string): Promise<boolean> {
  const taken = await transact(ctx, (work) => claimRefund(work, id, ctx.gateway.name))
  if (!taken) return false
  try {
    const answer = await orTimeout(sendToGateway(ctx, taken))
    await transact(ctx, async (work) => {
      if (answer === 'silent') return retryRefundLater(work, taken, null)
      if (answer.outcome === 'pending') return retryRefundLater(work, taken, answer.reason)
      return settleRefund(work, sellables, taken, answer, taken.tries)
    })
  } catch (error) {
    await transact(ctx, (work) => releaseRefund(work, taken))
    throw error
  }
  return true
}

/** If an earlier answer was lost, the refund is looked up at the gateway first. */
async function sendToGateway({ gateway }: PaymentContext, taken: ClaimedRefund): Promise<RefundAnswer> {
  const { id: refundId, attemptId, chargeRef, amountCents, startedAt } = taken
  if (!chargeRef) throw new Error(`Attempt ${attemptId} has no charge to give back`)
  if (taken.isUncertain) {
    const made = await gateway.findRefund(refundId)
    if (made.outcome !== 'not_found') return made
  }
  return gateway.refund({ refundId, attemptId, chargeRef, amountCents, startedAt })
}

type ClaimedRefund = Refund & { chargeRef: string | null }

const isDue = (now: Date, gateways: readonly string[]) =>
  and(
    eq(refunds.state, 'started'),
    lte(refunds.askAgainAt, now),
    inArray(paymentAttempts.gateway, [...gateways]),
  )

export async function listDueRefunds(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  gateways: readonly string[],
  max: number,
) {
  const due = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(and(isDue(now, gateways), notBackingOff(refundItem, refunds.id, now)))
    .orderBy(asc(refunds.askAgainAt))
    .limit(max)
  return due.map(({ id }) => id)
}

/** `undefined` if another process has it, it is settled, or its charge is another gateway's. The number of the try tells it from later ones. */
export async function claimRefund({ tx, now }: UnitOfWork, id: string, gateway: string) {
  const [found] = await tx
    .select({ refund: refunds, chargeRef: paymentAttempts.chargeRef })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(and(eq(refunds.id, id), isDue(now, [gateway])))
    .for('update', { of: refunds, skipLocked: true })
  if (!found) return undefined
  const { refund, chargeRef } = found
  const tries = refund.tries + 1
  await tx
    .update(refunds)
    .set({ askAgainAt: after(now, inHandMs), tries, isUncertain: true })
    .where(eq(refunds.id, id))
  return { ...refund, chargeRef, tries }
}

/** The gateway timed out, or cannot answer yet (`waitingFor`): soon, because the buyer is waiting, then with backoff. */
export async function retryRefundLater(work: UnitOfWork, taken: ClaimedRefund, waitingFor: string | null) {
  const passedMs = work.now.getTime() - taken.startedAt.getTime()
  const waitMs = Math.min(Math.max(passedMs, 2 * second), waitingFor === null ? silentMs : pendingMs)
  const answered = waitingFor === null ? {} : { waitingFor, answeredAt: work.now, isUncertain: false }
  await reschedule(work, taken, after(work.now, waitMs), answered)
}

/** The try threw: the next one may begin at once. */
export function releaseRefund(work: UnitOfWork, taken: ClaimedRefund) {
  return reschedule(work, taken, work.now, {})
}

async function reschedule(
  { tx, enqueue }: UnitOfWork,
  { id, tries }: ClaimedRefund,
  askAgainAt: Date,
  values: Partial<typeof refunds.$inferInsert>,
) {
  const updated = await tx
    .update(refunds)
    .set({ ...values, askAgainAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(refunds.tries, tries)))
    .returning({ id: refunds.id })
  if (updated.length > 0) await enqueue('reconcile-refunds', {}, { startAfter: askAgainAt })
}

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
  await undoReturns(work, linesReturnedBy(lines, refund))
  await addEvent(work, order.id, 'refund_refused', { refund: refundId })
  await work.enqueue('mail-order-refund-stopped', { orderId, refundId, at: work.now.toISOString() })
  await raiseAlert(work, { kind: 'refund_refused', subject: refundSubject(refund), detail: reason })
}

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
  await beginReturns(work, returned, true)
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

type Locked = NonNullable<Awaited<ReturnType<typeof lockRefund>>>

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

export function listUnsettledRefunds(db: Db): Promise<Refund[]> {
  return db.select().from(refunds).where(sql`${refunds.state} <> 'done'`).orderBy(asc(refunds.startedAt))
}
