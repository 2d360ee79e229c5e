import { and, asc, eq, inArray, or, between, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { openAttemptStates, paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { columnsOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { statement } from '#app/db/statement.server.ts'
import type { UnitOfWork, AppContext } from '#app/db/work.server.ts'
import { notBackingOff } from '#app/jobs/work-items.server.ts'
import { after, hour, minute, second } from '#app/kit/clock.ts'
import type { ChargeAnswer } from '#app/gateway/gateway.ts'
import {
  holdAfterDecline,
  holdAfterLateDecline,
  isSettling,
  stockHeldUntil,
} from '#app/features/orders/rules.ts'
import { fulfillOrder, settleCaptured } from './capture.server.ts'
import {
  endLostHold,
  extendHeld,
  nextVersion,
  findOrderForUpdate,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { startRefund } from '#app/features/refunds/store/refund.server.ts'

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

export async function findOpenAttempt(db: Db, attemptOrOrderId: string) {
  const [attempt] = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.state, [...openAttemptStates]),
        or(eq(paymentAttempts.id, attemptOrOrderId), eq(paymentAttempts.orderId, attemptOrOrderId)),
      ),
    )
  return attempt
}

export type Attempt = typeof paymentAttempts.$inferSelect

export const recordedByStaff = 'recorded by staff'

export type BegunAttempt = { id: string; amountCents: number; dueAt?: Date | undefined }

/** Until then they wait on the page, and a payment that never reached the gateway is usually recognized. */
const unknownMailDelayMs = 3 * minute

/** Apart from a capture, which is recorded first. `unknown`: it timed out. `abandoned`: the gateway never received it. */
export type Settlement =
  | Exclude<ChargeAnswer, { outcome: 'not_found' | 'captured' }>
  | { outcome: 'unknown' | 'abandoned' }

/** Whether the buyer sees the outcome on the page, and needs no email about a failure. */
export type Watched = { isWatched?: boolean }

/** Safe to repeat, and to run at once from the browser's request, a webhook and the job: the first outcome counts. */
export async function settleAttempt(
  work: UnitOfWork,
  sellables: Sellables,
  { id: attemptId, orderId }: Pick<Attempt, 'id' | 'orderId'>,
  outcome: Settlement,
  { isWatched = false }: Watched = {},
) {
  const found = await lockAttempt(work, sellables, { attemptId, orderId })
  // Already captured, whatever a later answer says: `settleCapture` handles it.
  if (!found || !isOpen(found.attempt) || found.attempt.capturedAt) return
  const { order, lines, attempt } = found
  switch (outcome.outcome) {
    case 'declined':
      return reopenHold(work, order, lines, attempt, { state: 'declined', reason: outcome.reason, isWatched })
    case 'abandoned':
      return reopenHold(work, order, lines, attempt, { state: 'abandoned', reason: null, isWatched })
    case 'unknown':
      return keepOpen(work, order, attempt, 'unknown', attempt.chargeRef)
    case 'review':
      return keepOpen(work, order, attempt, 'review', outcome.chargeRef)
  }
}

/** Refunds it if the attempt was abandoned or the amount differs. Safe to repeat concurrently. True when it paid the order. */
export async function settleCapture(
  work: UnitOfWork,
  sellables: Sellables,
  { id: attemptId, orderId }: Pick<Attempt, 'id' | 'orderId'>,
): Promise<boolean> {
  const found = await lockAttempt(work, sellables, { attemptId, orderId })
  if (!found || found.attempt.capturedCents === null) return false
  const { order, lines, attempt } = found
  if (attempt.captureSettledAt) return attempt.state === 'captured' && order.state === 'paid'
  if (attempt.state === 'captured' && isSettling(order.state))
    return fulfillOrder(work, order, lines, attempt)
  if (isOpen(attempt))
    await reopenHold(work, order, lines, attempt, {
      state: 'declined',
      reason: otherAmount,
      isWatched: false,
    })
  await refundLateCharge(work, order, attempt, found.attempt.capturedCents)
  return false
}

const otherAmount = 'The bank approved a different amount than the total, so the payment was canceled.'

/** The order first. Its lock excludes concurrent settling; the attempt's, a capture that is being recorded now. */
async function lockAttempt(
  work: UnitOfWork,
  sellables: Sellables,
  of: { attemptId: string; orderId: string },
) {
  const found = await findOrderForUpdate(work, sellables, of.orderId, attemptOf.bind(of))
  const attempt = found?.alongside[0]
  return attempt && { ...found, attempt: readAttempt(attempt) }
}

const readAttempt = rowReader(paymentAttempts)

const attemptOf = statement<RawRow>(
  () => sql`
    select ${columnsOf(paymentAttempts)} from ${paymentAttempts}
    where ${paymentAttempts.id} = ${sql.placeholder('attemptId')} and ${paymentAttempts.orderId} = ${sql.placeholder('orderId')}
    for no key update`,
)

function isOpen(attempt: Attempt): boolean {
  return (openAttemptStates as readonly string[]).includes(attempt.state)
}

async function reopenHold(
  work: UnitOfWork,
  order: Order,
  lines: SellableLine[],
  attempt: Attempt,
  failed: { state: 'declined' | 'abandoned'; reason: string | null; isWatched: boolean },
) {
  const { state, reason, isWatched } = failed
  await closeAttempt(work, attempt, { state, declineReason: reason })
  const ends = holdEnds(order, attempt, work.now, await countDeclines(work, order.id))
  const until = ends.expiresAt
  await addEvent(work, order.id, state, { attempt: attempt.id, until: until.toISOString() })
  if (!isWatched) await work.enqueue('mail-payment-failed', { orderId: order.id, attemptId: attempt.id })
  if (!(await extendHeld(work, order, lines, stockHeldUntil(until)))) return endLostHold(work, order, lines)
  await changeOrderState(work, order, 'held', { ...ends, holdVersion: nextVersion(order) })
}

/** Until when an order may be paid again. An invoice has already given days. */
function holdEnds(order: Order, { gateway, startedAt }: Attempt, now: Date, declines: number) {
  return gateway === 'manual'
    ? { expiresAt: holdAfterDecline(order, now, declines) }
    : holdAfterLateDecline(order, startedAt, now, declines)
}

/** How many payments of an order failed that is not paid: all that there were, because one that is charged or open is the last. */
function countDeclines({ tx }: UnitOfWork, orderId: string): Promise<number> {
  return tx.$count(paymentAttempts, eq(paymentAttempts.orderId, orderId))
}

async function keepOpen(
  work: UnitOfWork,
  order: Order,
  attempt: Attempt,
  state: 'unknown' | 'review',
  chargeRef: string | null,
) {
  const checks = attempt.checks + 1
  // The first lookup is soon, later ones further apart. A review is decided by people, so hours are fine.
  const waitMs = Math.min(
    2 * second * 2 ** Math.min(checks - 1, 10),
    state === 'review' ? 30 * minute : minute,
  )
  const askAgainAt = after(work.now, waitMs)
  await work.tx
    .update(paymentAttempts)
    .set({ state, chargeRef, checks, askAgainAt })
    .where(eq(paymentAttempts.id, attempt.id))
  // The buyer is on the page: the job that runs each minute would be too late.
  await work.enqueue('reconcile-payments', {}, { startAfter: askAgainAt })
  if (order.state === state) return
  // A timeout does not change a payment in review.
  if (order.state === 'review') return
  await changeOrderState(work, order, state)
  const isInvoice = state === 'review' && attempt.gateway === 'manual'
  await addEvent(work, order.id, isInvoice ? 'invoiced' : state, { attempt: attempt.id })
  const about = { orderId: order.id, attemptId: attempt.id }
  if (state === 'unknown')
    await work.enqueue('mail-payment-unknown', about, { startAfter: after(work.now, unknownMailDelayMs) })
  else await work.enqueue(isInvoice ? 'mail-order-invoice' : 'mail-payment-review', about)
}

async function closeAttempt(
  { tx, now }: UnitOfWork,
  attempt: Attempt,
  values: Partial<typeof paymentAttempts.$inferInsert>,
) {
  await tx
    .update(paymentAttempts)
    .set({ ...values, settledAt: now, askAgainAt: null })
    .where(eq(paymentAttempts.id, attempt.id))
}

async function refundLateCharge(
  work: UnitOfWork,
  order: Order,
  { id: attemptId }: Attempt,
  amountCents: number,
) {
  await work.tx.update(paymentAttempts).set({ isLate: true }).where(eq(paymentAttempts.id, attemptId))
  await settleCaptured(work, attemptId)
  await startRefund(work, order.id, { attemptId, amountCents, requestedBy: 'shop' })
  await raiseAlert(work, {
    kind: 'late_charge',
    subject: order.id,
    detail: `Payment ${attemptId} was captured when it had been given up, or with another amount than the order costs.`,
  })
}

const checkLeaseMs = 30 * second

export const paymentItem = 'settle-payment'

/** Those of this gateway and of staff (another gateway would make us abandon them), and all recorded charges. */
export async function takeDueAttempts(
  { tx, now }: UnitOfWork,
  gateway: string,
  limit: number,
): Promise<Attempt[]> {
  const due = tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        lte(paymentAttempts.askAgainAt, now),
        or(
          eq(paymentAttempts.gateway, gateway),
          eq(paymentAttempts.requestFingerprint, recordedByStaff),
          isNotNull(paymentAttempts.capturedAt),
        ),
        notBackingOff(paymentItem, paymentAttempts.id, now),
      ),
    )
    .orderBy(asc(paymentAttempts.askAgainAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(paymentAttempts)
    .set({ askAgainAt: after(now, checkLeaseMs) })
    .where(sql`${paymentAttempts.id} in ${due}`)
    .returning()
}

/** Reports can be hours late, so abandoned attempts are looked up again for a day. */
const recheckWindow = { fromMs: 26 * hour, toMs: 1 * hour }

export function listAbandoned(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  gateway: string,
): Promise<Attempt[]> {
  const at = now()
  return db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.state, 'abandoned'),
        eq(paymentAttempts.isLate, false),
        eq(paymentAttempts.gateway, gateway),
        between(paymentAttempts.settledAt, after(at, -recheckWindow.fromMs), after(at, -recheckWindow.toMs)),
      ),
    )
}
