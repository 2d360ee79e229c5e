import { autocommit, transact } from '#app/db/work.server.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { minute } from '#app/kit/clock.ts'
import type { ChargeAnswer } from '#app/gateway/gateway.ts'
import { orTimeout, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import { recordCapture } from './store/capture.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { Attempt, BegunAttempt } from './store/attempts.server.ts'
import {
  listAbandoned,
  paymentItem,
  type Settlement,
  settleAttempt,
  settleCapture,
  takeDueAttempts,
} from './store/settle.server.ts'

/**
 * Records what a gateway said of an attempt, and does what follows. A capture is committed by itself first: whatever
 * happens afterwards, we know of the money. `isWatched`: the buyer reads the answer on the page. True when the order is paid.
 */
export async function settle(
  ctx: PaymentContext,
  sellables: Sellables,
  attempt: Pick<Attempt, 'id' | 'orderId' | 'gateway'>,
  outcome: ChargeOutcome,
  isWatched = false,
): Promise<boolean> {
  if (outcome.outcome !== 'captured') {
    await transact(ctx, (work) => settleAttempt(work, sellables, attempt, outcome, isWatched))
    return false
  }
  await autocommit(ctx, (work) => recordCapture(work, attempt, outcome))
  return transact(ctx, (work) => settleCapture(work, sellables, attempt))
}

/** What is known of an attempt once its gateway was asked. */
type ChargeOutcome = Settlement | Extract<ChargeAnswer, { outcome: 'captured' }>

/** Asks the gateway to charge an attempt. Its silence is an answer, too: `unknown`. */
export async function charge(
  { gateway }: PaymentContext,
  orderId: string,
  { id: attemptId, amountCents, dueAt }: BegunAttempt,
  paymentToken: string,
): Promise<ChargeOutcome> {
  const answer = await orTimeout(gateway.charge({ attemptId, orderId, amountCents, paymentToken, dueAt }))
  // "Not found" is no answer to a charge: it settles nothing.
  return answer === 'silent' || answer.outcome === 'not_found' ? { outcome: 'unknown' } : answer
}

/** How long an attempt that the gateway does not know may still be on its way there. */
const lateChargeMs = 2 * minute

/**
 * Asks the gateway what became of attempts that are due, records the answers, and does what follows. Each is settled by
 * itself: one that fails holds up no other. Returns how many were due.
 */
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

/** How many payments a round takes before it looks for what is due again. */
const maxItems = 20

/**
 * Looks again for charges of attempts that were given up: one that comes to light goes back, also without any news of it.
 * @throws AggregateError of those that could not be looked up, once all were tried.
 */
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

/**
 * Asks about one attempt, as the reconcile job and a gateway's notification do. False when nothing was learned: its gateway
 * was silent, or is not the one in use.
 */
export async function reconcileAttempt(
  ctx: PaymentContext,
  sellables: Sellables,
  attempt: Attempt,
): Promise<boolean> {
  if (attempt.capturedAt && !attempt.captureSettledAt) {
    await transact(ctx, (work) => settleCapture(work, sellables, attempt))
    return true
  }
  if (attempt.gateway !== ctx.gateway.name) return false
  const answer = await orTimeout(ctx.gateway.findCharge(attempt.id, attempt))
  const outcome =
    answer === 'silent' ? ({ outcome: 'unknown' } as const) : concludeOutcome(answer, attempt, ctx.now())
  await settle(ctx, sellables, attempt, outcome)
  return answer !== 'silent'
}

function concludeOutcome(
  answer: ChargeAnswer,
  attempt: Pick<Attempt, 'startedAt'>,
  now: Date,
): ChargeOutcome {
  if (answer.outcome !== 'not_found') return answer
  const isLate = now.getTime() - attempt.startedAt.getTime() > lateChargeMs
  return { outcome: isLate ? 'abandoned' : 'unknown' }
}
