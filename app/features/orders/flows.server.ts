import { autocommit, transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { runWorkItems, type WorkItemContext } from '#app/jobs/work-items.server.ts'
import { minute } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import type { ChargeAnswer } from '#app/payments/gateway.ts'
import { orSilence, type PaymentContext } from './gateway-flows.server.ts'
import { type PayForm, toBuyerDetails } from './input.ts'
import type { HoldLimit } from './rules/hold-limits.ts'
import { needsOf } from './rules/needs.ts'
import { recordCapture } from './store/capture.server.ts'
import { expireHold, expiryItem, listOverdueHolds } from './store/hold.server.ts'
import type { Payer } from './store/holders.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { type Attempt, type BegunAttempt, beginPayment, type PayRefusal } from './store/pay.server.ts'
import { findPrices } from './store/quote.server.ts'
import { listLines, type PayableLine } from './store/read.server.ts'
import {
  listAbandoned,
  paymentItem,
  type Settlement,
  settleAttempt,
  settleCapture,
  takeDueAttempts,
} from './store/settle.server.ts'

export type { PaymentContext } from './gateway-flows.server.ts'
export { carryOutRefund, reconcileRefunds, refundOrder, refundOwnLines } from './refund-flows.server.ts'

/**
 * Pays an order: writes the attempt down, asks the gateway outside any transaction, and records the answer. Whatever
 * dies in between, the reconcile job finishes it. `ok` means that the payment went as far as it can go now: the order's
 * own state says whether it is paid, declined, silent or under review, and `isPaid` that it surely is. `lines` is what the
 * order is made of, if the caller has read it already; `payer` whom what was bought is counted by.
 */
export async function payOrder(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  form: PayForm,
  { lines: known, payer }: { lines?: readonly PayableLine[]; payer?: Payer | undefined } = {},
): Promise<
  | { ok: true; isPaid: boolean }
  | { ok: false; why: 'refused_by_state'; verdict: Verdict }
  | HoldLimit
  | Refusal<PayRefusal>
> {
  const { db, gateway } = ctx
  const lines = known ?? (await listLines(db, orderId))
  const buyer = 'email' in form ? toBuyerDetails(form) : undefined
  const { formKey, paymentToken, total } = form
  const [rules, prices] = await Promise.all([
    lines.some(isRegulated) ? findKnownRules(db, ctx.now()) : [],
    needsOf(lines).parcel ? findPrices(ctx) : undefined,
  ])
  const requestFingerprint = fingerprint(JSON.stringify([buyer, paymentToken]))
  const request = {
    orderId,
    formKey,
    requestFingerprint,
    buyer,
    rules,
    prices,
    payer,
    shownCents: total,
    gateway: gateway.name,
    invoice: gateway.checkout.kind === 'invoice' ? gateway.checkout : undefined,
  }
  const begun = await transact(ctx, (work) => beginPayment(work, sellables, request))
  if (!begun.ok) return begun
  // The first request of a doubled one is on its way to the gateway, or has been there.
  if (begun.is !== 'begun') return { ok: true, isPaid: begun.is === 'paid' }
  const said = await charge(ctx, orderId, begun.attempt, paymentToken)
  const attempt = { id: begun.attempt.id, orderId, gateway: gateway.name }
  return { ok: true, isPaid: await settle(ctx, sellables, attempt, said, true) }
}

function isRegulated({ itemClass, magazine }: PayableLine): boolean {
  return itemClass !== null || magazine !== null
}

/**
 * Records what a gateway said of an attempt, and does what follows. A capture is committed by itself first: whatever
 * happens afterwards, we know of the money. `isWatched`: the buyer reads the answer on the page. True when the order is paid.
 */
async function settle(
  ctx: PaymentContext,
  sellables: Sellables,
  attempt: Pick<Attempt, 'id' | 'orderId' | 'gateway'>,
  said: Said,
  isWatched = false,
): Promise<boolean> {
  if (said.outcome !== 'captured') {
    await transact(ctx, (work) => settleAttempt(work, sellables, attempt, said, isWatched))
    return false
  }
  await autocommit(ctx, (work) => recordCapture(work, attempt, said))
  return transact(ctx, (work) => settleCapture(work, sellables, attempt))
}

type Said = Settlement | Extract<ChargeAnswer, { outcome: 'captured' }>

async function charge(
  { gateway }: PaymentContext,
  orderId: string,
  { id: attemptId, amountCents, dueAt }: BegunAttempt,
  paymentToken: string,
): Promise<Said> {
  const answer = await orSilence(gateway.charge({ attemptId, orderId, amountCents, paymentToken, dueAt }))
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
  const due = await transact(ctx, (work) => takeDueAttempts(work, ctx.gateway.name, itemsAtOnce))
  await runWorkItems(ctx, {
    kind: paymentItem,
    items: due,
    signal,
    subjectOf: ({ id }) => id,
    run: (attempt) => reconcileAttempt(ctx, sellables, attempt),
  })
  return due.length
}

/** How many payments, refunds or holds a round takes before it looks for what is due again. */
const itemsAtOnce = 20

/** Ends holds that are overdue and gives their stock back, each by itself. Returns how many were due. */
export async function expireHolds(
  ctx: WorkItemContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<number> {
  const overdue = await listOverdueHolds(ctx.db, ctx.now(), itemsAtOnce)
  await runWorkItems(ctx, {
    kind: expiryItem,
    items: overdue,
    signal,
    subjectOf: (orderId) => orderId,
    run: (orderId) => transact(ctx, (work) => expireHold(work, sellables, orderId)),
  })
  return overdue.length
}

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
 * Asks about one attempt, as the reconcile job and a gateway's notification do. False when nothing was learnt: its gateway
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
  const answer = await orSilence(ctx.gateway.findCharge(attempt.id, attempt))
  const said = answer === 'silent' ? ({ outcome: 'unknown' } as const) : concluded(answer, attempt, ctx.now())
  await settle(ctx, sellables, attempt, said)
  return answer !== 'silent'
}

function concluded(answer: ChargeAnswer, attempt: Pick<Attempt, 'startedAt'>, now: Date): Said {
  if (answer.outcome !== 'not_found') return answer
  const isLate = now.getTime() - attempt.startedAt.getTime() > lateChargeMs
  return { outcome: isLate ? 'abandoned' : 'unknown' }
}
