import { and, asc, between, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { autocommit, type Db, type Perform, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { columnsOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { statement } from '#app/db/statement.server.ts'
import {
  endLostHold,
  extendHeld,
  nextVersion,
  findOrderForUpdate,
  changeOrderState,
  addEvent,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { openAttemptStates, paymentAttempts } from '#app/features/orders/payment-tables.ts'
import {
  holdAfterDecline,
  holdAfterLateDecline,
  isSettling,
  stockHeldUntil,
} from '#app/features/orders/rules.ts'
import { startRefund } from '#app/features/refunds/store/refund.server.ts'
import type { ChargeAnswer } from '#app/gateway/gateway.ts'
import { byHand, orTimeout, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import { notBackingOff, runWorkItems } from '#app/jobs/work-items.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import {
  captureAndFulfill,
  fulfillOrder,
  type LockedOrder,
  recordCapture,
  settleCaptured,
} from './store/capture.server.ts'

type Attempt = typeof paymentAttempts.$inferSelect

export const recordedByStaff = 'recorded by staff'

export async function findAttempt(db: Db, attemptId: string) {
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, attemptId))
  return attempt
}

export function listAttempts(db: Db, orderId: string) {
  return db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.startedAt), asc(paymentAttempts.id))
}

export async function findOpenAttempt(db: Db, orderId: string) {
  const isOpen = inArray(paymentAttempts.state, [...openAttemptStates])
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(and(isOpen, eq(paymentAttempts.orderId, orderId)))
  return attempt
}

export type BegunAttempt = { id: string; amountCents: number; dueAt?: Date | undefined }

/** `unknown`: it timed out. `abandoned`: the gateway never received it. */
type ChargeOutcome = Exclude<ChargeAnswer, { outcome: 'not_found' }> | { outcome: 'unknown' | 'abandoned' }

type Settlement = Exclude<ChargeOutcome, { outcome: 'captured' }>

/** Charges an attempt at the gateway. A timeout is an outcome, too: `unknown`. */
export async function charge(
  { gateway }: PaymentContext,
  orderId: string,
  { id: attemptId, amountCents, dueAt }: BegunAttempt,
  paymentToken: string,
): Promise<ChargeOutcome> {
  const answer = await orTimeout(gateway.charge({ attemptId, orderId, amountCents, paymentToken, dueAt }))
  // "Not found" does not settle a charge that was just requested.
  return answer === 'silent' || answer.outcome === 'not_found' ? { outcome: 'unknown' } : answer
}

/**
 * A capture is committed first, so that the money is on record whatever fails afterwards. True when the order is paid.
 * `isWatched`: the buyer sees the outcome on the page, and needs no email about a failure.
 */
export async function settle(
  ctx: PaymentContext,
  sellables: Sellables,
  attempt: Pick<Attempt, 'id' | 'orderId' | 'gateway'>,
  outcome: ChargeOutcome,
  { locked, isWatched }: { isWatched?: boolean; locked?: LockedOrder } = {},
): Promise<boolean> {
  if (outcome.outcome !== 'captured') {
    await transact(ctx, (work) => settleAttempt(work, sellables, attempt, outcome, isWatched))
    return false
  }
  if (locked && (await captureAndFulfill(ctx, attempt, outcome, locked))) return true
  await autocommit(ctx, (work) => recordCapture(work, attempt, outcome))
  return transact(ctx, (work) => settleCapture(work, sellables, attempt))
}

type Locked = LockedOrder & { attempt: Attempt }

/** The order first. Its lock excludes concurrent settling; the attempt's, a capture that is being recorded now. */
async function lockAttempt(
  work: UnitOfWork,
  sellables: Sellables,
  { id, orderId }: Pick<Attempt, 'id' | 'orderId'>,
): Promise<Locked | undefined> {
  const found = await findOrderForUpdate(work, sellables, orderId, attemptOf.bind({ id, orderId }))
  const row = found?.alongside[0]
  return row && { order: found.order, lines: found.lines, attempt: readAttempt(row) }
}

const readAttempt = rowReader(paymentAttempts)

const attemptOf = statement<RawRow>(
  () => sql`
    select ${columnsOf(paymentAttempts)} from ${paymentAttempts}
    where ${paymentAttempts.id} = ${sql.placeholder('id')} and ${paymentAttempts.orderId} = ${sql.placeholder('orderId')}
    for no key update`,
)

function isOpen({ state }: Attempt): boolean {
  return (openAttemptStates as readonly string[]).includes(state)
}

/** Safe to repeat, and to run at once from the browser's request, a webhook and the job: the first outcome counts. */
export async function settleAttempt(
  work: UnitOfWork,
  sellables: Sellables,
  attempt: Pick<Attempt, 'id' | 'orderId'>,
  outcome: Settlement,
  isWatched = false,
) {
  const found = await lockAttempt(work, sellables, attempt)
  // Already captured, whatever a later answer says: `settleCapture` handles it.
  if (!found || !isOpen(found.attempt) || found.attempt.capturedAt) return
  if (outcome.outcome === 'unknown') return keepOpen(work, found, 'unknown', found.attempt.chargeRef)
  if (outcome.outcome === 'review') return keepOpen(work, found, 'review', outcome.chargeRef)
  const reason = outcome.outcome === 'declined' ? outcome.reason : null
  return reopenHold(work, found, outcome.outcome, { reason, isWatched })
}

/** Refunds it if the attempt was abandoned or the amount differs. Safe to repeat concurrently. True when it paid the order. */
export async function settleCapture(
  work: UnitOfWork,
  sellables: Sellables,
  of: Pick<Attempt, 'id' | 'orderId'>,
): Promise<boolean> {
  const found = await lockAttempt(work, sellables, of)
  if (!found || found.attempt.capturedCents === null) return false
  const { order, lines, attempt } = found
  if (attempt.captureSettledAt) return attempt.state === 'captured' && order.state === 'paid'
  if (attempt.state === 'captured' && isSettling(order.state))
    return fulfillOrder(work, order, lines, attempt)
  if (isOpen(attempt)) await reopenHold(work, found, 'declined', { reason: otherAmount, isWatched: false })
  await refundLateCharge(work, attempt, found.attempt.capturedCents)
  return false
}

const otherAmount = 'The bank approved a different amount than the total, so the payment was canceled.'

async function reopenHold(
  work: UnitOfWork,
  { order, lines, attempt }: Locked,
  state: 'declined' | 'abandoned',
  { reason, isWatched }: { reason: string | null; isWatched: boolean },
) {
  await work.tx
    .update(paymentAttempts)
    .set({ state, declineReason: reason, settledAt: work.now, askAgainAt: null })
    .where(eq(paymentAttempts.id, attempt.id))
  const ends = await holdEnds(work, order, attempt)
  const until = ends.expiresAt
  await addEvent(work, order.id, state, { attempt: attempt.id, until: until.toISOString() })
  if (!isWatched) await work.enqueue('mail-payment-failed', { orderId: order.id, attemptId: attempt.id })
  if (!(await extendHeld(work, order, lines, stockHeldUntil(until)))) return endLostHold(work, order, lines)
  await changeOrderState(work, order, 'held', { ...ends, holdVersion: nextVersion(order) })
}

/** Until when an order may be paid again. An invoice has already given days. */
async function holdEnds(
  { tx, now }: UnitOfWork,
  order: Locked['order'],
  { gateway, startedAt }: Attempt,
): Promise<{ expiresAt: Date; expiresCapAt?: Date }> {
  // All that there were: one that is charged or open is the last.
  const declines = await tx.$count(paymentAttempts, eq(paymentAttempts.orderId, order.id))
  return gateway === 'manual'
    ? { expiresAt: holdAfterDecline(order, now, declines) }
    : holdAfterLateDecline(order, startedAt, now, declines)
}

/** Until then they wait on the page, and a payment that never reached the gateway is usually recognized. */
const unknownMailDelayMs = 3 * minute

async function keepOpen(
  work: UnitOfWork,
  { order, attempt }: Locked,
  state: 'unknown' | 'review',
  chargeRef: string | null,
) {
  const checks = attempt.checks + 1
  // The first lookup is soon, later ones further apart. A review is decided by people, so hours are fine.
  const longest = state === 'review' ? 30 * minute : minute
  const askAgainAt = after(work.now, Math.min(2 * second * 2 ** Math.min(checks - 1, 10), longest))
  await work.tx
    .update(paymentAttempts)
    .set({ state, chargeRef, checks, askAgainAt })
    .where(eq(paymentAttempts.id, attempt.id))
  // The buyer is on the page: the job that runs each minute would be too late.
  await work.enqueue('reconcile-payments', {}, { startAfter: askAgainAt })
  // A timeout does not change a payment in review.
  if (order.state === state || order.state === 'review') return
  await changeOrderState(work, order, state)
  const isInvoice = state === 'review' && attempt.gateway === 'manual'
  await addEvent(work, order.id, isInvoice ? 'invoiced' : state, { attempt: attempt.id })
  const about = { orderId: order.id, attemptId: attempt.id }
  if (state === 'unknown')
    await work.enqueue('mail-payment-unknown', about, { startAfter: after(work.now, unknownMailDelayMs) })
  else await work.enqueue(isInvoice ? 'mail-order-invoice' : 'mail-payment-review', about)
}

async function refundLateCharge(work: UnitOfWork, { id: attemptId, orderId }: Attempt, amountCents: number) {
  await work.tx.update(paymentAttempts).set({ isLate: true }).where(eq(paymentAttempts.id, attemptId))
  await settleCaptured(work, attemptId)
  await startRefund(work, orderId, { attemptId, amountCents, requestedBy: 'shop' })
  await raiseAlert(work, {
    kind: 'late_charge',
    subject: orderId,
    detail: `Payment ${attemptId} was captured when it had been given up, or with another amount than the order costs.`,
  })
}

const paymentItem = 'settle-payment'
const maxItems = 20
const checkLeaseMs = 30 * second

/** Each is settled separately: a failing one does not block others. Returns how many were due. */
export async function reconcilePayments(
  ctx: PaymentContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<number> {
  const due = await transact(ctx, (work) => takeDueAttempts(work, ctx.gateway.name))
  await runWorkItems(ctx, {
    kind: paymentItem,
    items: due,
    signal,
    subjectOf: ({ id }) => id,
    run: (attempt) => reconcileAttempt(ctx, sellables, attempt),
  })
  return due.length
}

/** Those of this gateway and of staff (another gateway would make us abandon them), and all recorded charges. */
function takeDueAttempts({ tx, now }: UnitOfWork, gateway: string): Promise<Attempt[]> {
  const { id, askAgainAt, capturedAt, requestFingerprint } = paymentAttempts
  const isOurs = or(
    eq(paymentAttempts.gateway, gateway),
    eq(requestFingerprint, recordedByStaff),
    isNotNull(capturedAt),
  )
  const due = tx
    .select({ id })
    .from(paymentAttempts)
    .where(and(lte(askAgainAt, now), isOurs, notBackingOff(paymentItem, id, now)))
    .orderBy(asc(askAgainAt))
    .limit(maxItems)
    .for('update', { skipLocked: true })
  return tx
    .update(paymentAttempts)
    .set({ askAgainAt: after(now, checkLeaseMs) })
    .where(sql`${id} in ${due}`)
    .returning()
}

/** Reports can be hours late, so abandoned attempts are looked up again for a day. */
const recheckWindow = { fromMs: 26 * hour, toMs: 1 * hour }

/** A charge that turns up late is refunded, even if no webhook reported it. */
export async function recheckAbandoned(
  ctx: PaymentContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<void> {
  const { state, isLate, gateway, settledAt } = paymentAttempts
  const [from, to] = [after(ctx.now(), -recheckWindow.fromMs), after(ctx.now(), -recheckWindow.toMs)]
  const isAbandoned = and(eq(state, 'abandoned'), eq(isLate, false), eq(gateway, ctx.gateway.name))
  const abandoned = await ctx.db
    .select()
    .from(paymentAttempts)
    .where(and(isAbandoned, between(settledAt, from, to)))
  const failed: unknown[] = []
  for (const attempt of abandoned) {
    if (signal?.aborted) return
    await reconcileAttempt(ctx, sellables, attempt).catch((error: unknown) => failed.push(error))
  }
  if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join(' '))
}

/** False when nothing was learned: its gateway timed out, or is not the one in use. */
export async function reconcileAttempt(
  ctx: PaymentContext,
  sellables: Sellables,
  attempt: Attempt,
): Promise<boolean> {
  if (attempt.capturedAt && !attempt.captureSettledAt) {
    await transact(ctx, (work) => settleCapture(work, sellables, attempt))
    return true
  }
  const isRecorded = attempt.requestFingerprint === recordedByStaff
  const { gateway } = isRecorded ? byHand(ctx) : ctx
  if (attempt.gateway !== gateway.name) return false
  const answer = await orTimeout(gateway.findCharge(attempt.id, attempt))
  const outcome =
    answer === 'silent' ? ({ outcome: 'unknown' } as const) : concludeOutcome(answer, attempt, ctx.now())
  // Where staff record money, its buyer stands before them: a failure is on their page, not in a mail.
  await settle(ctx, sellables, attempt, outcome, { isWatched: isRecorded })
  return answer !== 'silent'
}

/** How long an attempt that the gateway does not know may still be in transit. */
const lateChargeMs = 2 * minute

/** Where staff came no further than the first of two steps, nothing was recorded: that is given up after a while. */
function concludeOutcome(
  answer: ChargeAnswer,
  { startedAt, requestFingerprint }: Attempt,
  now: Date,
): ChargeOutcome {
  const isUnrecorded = requestFingerprint === recordedByStaff && answer.outcome === 'review'
  if (answer.outcome !== 'not_found' && !isUnrecorded) return answer
  return { outcome: now.getTime() - startedAt.getTime() > lateChargeMs ? 'abandoned' : 'unknown' }
}

/** On record before the gateway is told: of two people who decide at once, the second is told of the first. */
export async function settlePaymentReview(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  { ruling, by }: { ruling: 'approve' | 'decline'; by: string },
  perform: Perform,
) {
  const found = await perform(async (work) => {
    const attempt = await findOpenAttempt(work.tx, orderId)
    const isHeld = attempt?.state === 'review' && attempt.gateway === ctx.gateway.name
    // The money of an invoice is recorded when it arrived, with its reference.
    if (!isHeld || attempt.gateway === 'manual') return refuse('no_payment_review')
    await addEvent(work, orderId, 'payment_decided', { ruling, by })
    return { ok: true as const, attempt }
  })
  if (!found.ok) return found
  const { attempt } = found
  await ctx.gateway.settleReview?.(attempt.id, ruling === 'approve' ? 'captured' : 'declined')
  await reconcileAttempt(ctx, sellables, attempt)
  return allowed
}
