import { and, asc, between, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
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
import { openAttemptStates, paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { fulfillOrder, settleCaptured } from './capture.server.ts'
import { endLostHold, extendHeld, nextVersion } from '#app/features/orders/store/held.server.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import type { Attempt } from './attempts.server.ts'
import { postRefundStarted } from '#app/features/orders/store/post-ledger.server.ts'
import { enqueuePaymentFailedMail, enqueuePaymentWaitingMail } from './payment-mails.server.ts'
import { startRefund } from '#app/features/refunds/store/refund.server.ts'

/**
 * What the gateway said, other than that it captured the charge, which is recorded first and by itself; `unknown` when it
 * went silent; `abandoned` when it surely never heard of the attempt.
 */
export type Settlement =
  | Exclude<ChargeAnswer, { outcome: 'not_found' | 'captured' }>
  | { outcome: 'unknown' | 'abandoned' }

/**
 * Records what became of an attempt, and everything that follows from it, in the same transaction. Safe to repeat, and
 * to call from the browser's request, a notification and the reconcile job at once: the first answer counts. The buyer is
 * mailed about a payment that waits, and about one that came to nothing unless they read it on the page (`isWatched`).
 */
export async function settleAttempt(
  work: UnitOfWork,
  sellables: Sellables,
  { id: attemptId, orderId }: Pick<Attempt, 'id' | 'orderId'>,
  outcome: Settlement,
  isWatched = false,
) {
  const found = await lockAttempt(work, sellables, { attemptId, orderId })
  // Captured, whatever another answer said later: `settleCapture` knows what follows.
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

/**
 * Does what follows from a charge that was recorded: pays the order and sells it what it holds, or gives the money back
 * where the attempt had been given up, or where another amount was taken than the order costs. Safe to repeat, from several
 * processes at once. True when the order is paid by it.
 */
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

/** Why a charge of another amount than was asked for counts as declined, in words for the buyer. */
const otherAmount = 'The bank approved another amount than the total, so the payment was canceled.'

/**
 * An attempt with its order, both locked, the order first. The order keeps away who else settles it; the attempt, who records
 * a charge of it at this moment: what is written here must not undo that.
 */
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

/** The payment came to nothing: the hold runs again, long enough to try once more. */
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
  if (!isWatched) await enqueuePaymentFailedMail(work, order, attempt)
  if (!(await extendHeld(work, order, lines, stockHeldUntil(until)))) return endLostHold(work, order, lines)
  await changeOrderState(work, order, 'held', { ...ends, holdVersion: nextVersion(order) })
}

/** Until when an order may be paid again. An invoice gave days to pay already. */
function holdEnds(order: Order, { gateway, startedAt }: Attempt, now: Date, declines: number) {
  return gateway === 'manual'
    ? { expiresAt: holdAfterDecline(order, now, declines) }
    : holdAfterLateDecline(order, startedAt, now, declines)
}

/** How many payments of an order came to nothing. */
function countDeclines({ tx }: UnitOfWork, orderId: string): Promise<number> {
  const cameToNothing = inArray(paymentAttempts.state, ['declined', 'abandoned'])
  return tx.$count(paymentAttempts, and(eq(paymentAttempts.orderId, orderId), cameToNothing))
}

async function keepOpen(
  work: UnitOfWork,
  order: Order,
  attempt: Attempt,
  state: 'unknown' | 'review',
  chargeRef: string | null,
) {
  const checks = attempt.checks + 1
  // The first question comes soon, the next ones further apart; a review takes people, so hours are fine.
  const waitMs = Math.min(
    2 * second * 2 ** Math.min(checks - 1, 10),
    state === 'review' ? 30 * minute : minute,
  )
  const askAgainAt = after(work.now, waitMs)
  await work.tx
    .update(paymentAttempts)
    .set({ state, chargeRef, checks, askAgainAt })
    .where(eq(paymentAttempts.id, attempt.id))
  // The buyer is watching: the round that looks every minute would come too late for them.
  await work.enqueue('reconcile-payments', {}, { startAfter: askAgainAt })
  if (order.state === state) return
  // Once held for review, silence about it is no news.
  if (order.state === 'review') return
  await changeOrderState(work, order, state)
  const isInvoice = state === 'review' && attempt.gateway === 'manual'
  await addEvent(work, order.id, isInvoice ? 'invoiced' : state, { attempt: attempt.id })
  await enqueuePaymentWaitingMail(work, order, attempt, state)
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

/** Given up, and charged all the same: the buyer gets that money back without asking. */
async function refundLateCharge(
  work: UnitOfWork,
  order: Order,
  { id: attemptId }: Attempt,
  amountCents: number,
) {
  await work.tx.update(paymentAttempts).set({ isLate: true }).where(eq(paymentAttempts.id, attemptId))
  await settleCaptured(work, attemptId)
  const refund = await startRefund(work, order.id, { attemptId, amountCents, requestedBy: 'shop' })
  if (refund) await postRefundStarted(work, refund)
  await work.enqueue('reconcile-refunds', {}, { once: 'due' })
  await raiseAlert(work, {
    kind: 'late_charge',
    subject: order.id,
    detail: `Payment ${attemptId} was captured when it had been given up, or with another amount than the order costs.`,
  })
}

/** How long an attempt under question belongs to the process that asks. */
const checkLeaseMs = 30 * second

/** The name under which failures to settle a payment are counted. */
export const paymentItem = 'settle-payment'

/**
 * Takes attempts that are due to be looked at, so that no other process looks at them at the same time: those of this gateway,
 * to be asked for (another one knows nothing of them, and would have us give them up), and all whose charge was recorded, to
 * do what follows from it.
 */
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
        or(eq(paymentAttempts.gateway, gateway), isNotNull(paymentAttempts.capturedAt)),
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

/** A report may be hours late: for a day, what was given up is looked for again. */
const recheckWindow = { fromMs: 26 * hour, toMs: 1 * hour }

/** Attempts that were given up within the last day because their gateway did not know them. */
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
