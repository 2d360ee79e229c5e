import { autocommit, transact, type Perform } from '#app/db/work.server.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { minute } from '#app/kit/clock.ts'
import type { ChargeAnswer } from '#app/gateway/gateway.ts'
import { byHand, orTimeout, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import { captureAndFulfill, type LockedOrder, recordCapture } from './store/capture.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import {
  type Attempt,
  type BegunAttempt,
  recordedByStaff,
  listAbandoned,
  paymentItem,
  type Settlement,
  settleAttempt,
  settleCapture,
  takeDueAttempts,
  type Watched,
  findOpenAttempt,
} from './store/settle.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

/** A capture is committed first, so that the money is on record whatever fails afterwards. True when the order is paid. */
export async function settle(
  ctx: PaymentContext,
  sellables: Sellables,
  attempt: Pick<Attempt, 'id' | 'orderId' | 'gateway'>,
  outcome: ChargeOutcome,
  { locked, ...watched }: Watched & { locked?: LockedOrder } = {},
): Promise<boolean> {
  if (outcome.outcome !== 'captured') {
    await transact(ctx, (work) => settleAttempt(work, sellables, attempt, outcome, watched))
    return false
  }
  if (locked && (await captureAndFulfill(ctx, attempt, outcome, locked))) return true
  await autocommit(ctx, (work) => recordCapture(work, attempt, outcome))
  return transact(ctx, (work) => settleCapture(work, sellables, attempt))
}

type ChargeOutcome = Settlement | Extract<ChargeAnswer, { outcome: 'captured' }>

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

/** How long an attempt that the gateway does not know may still be in transit. */
const lateChargeMs = 2 * minute

/** Each is settled separately: a failing one does not block others. Returns how many were due. */
export async function reconcilePayments(
  ctx: PaymentContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<number> {
  const due = await transact(ctx, (work) => takeDueAttempts(work, ctx.gateway.name, maxItems))
  await runWorkItems(ctx, {
    kind: paymentItem,
    items: due,
    signal,
    subjectOf: ({ id }) => id,
    run: (attempt) => reconcileAttempt(ctx, sellables, attempt),
  })
  return due.length
}

const maxItems = 20

/** A charge that turns up late is refunded, even if no webhook reported it. */
export async function recheckAbandoned(
  ctx: PaymentContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<void> {
  const failed: unknown[] = []
  for (const attempt of await listAbandoned(ctx, ctx.gateway.name)) {
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
    answer === 'silent'
      ? ({ outcome: 'unknown' } as const)
      : concludeOutcome(answer, { ...attempt, isRecorded }, ctx.now())
  // Where staff record money, its buyer stands before them: a failure is on their page, not in a mail.
  await settle(ctx, sellables, attempt, outcome, { isWatched: isRecorded })
  return answer !== 'silent'
}

/** Where staff came no further than the first of two steps, nothing was recorded: that is given up after a while. */
function concludeOutcome(
  answer: ChargeAnswer,
  { startedAt, isRecorded }: Pick<Attempt, 'startedAt'> & { isRecorded: boolean },
  now: Date,
): ChargeOutcome {
  if (answer.outcome !== 'not_found' && !(isRecorded && answer.outcome === 'review')) return answer
  const isLate = now.getTime() - startedAt.getTime() > lateChargeMs
  return { outcome: isLate ? 'abandoned' : 'unknown' }
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
