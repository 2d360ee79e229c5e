import { transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { findAcceptedVersions } from '#app/features/orders/store/accepted-versions.server.ts'
import { findKnownAges } from '#app/features/compliance/store/ages.server.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { runWorkItems, type WorkItemContext } from '#app/jobs/work-items.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { type PayForm, toBuyerDetails } from './input.ts'
import type { HoldLimit } from './rules/hold-limits.ts'
import { needsOf } from '#app/features/orders/rules/needs.ts'
import { expireHold, expiryWorkItem, listOverdueHolds } from './store/hold.server.ts'
import type { Payer } from './store/holders.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { beginPayment, isStockGone, type PayRefusal } from './store/pay.server.ts'
import { findPrices } from '#app/features/orders/store/prices.server.ts'
import { listLines, type PayableLine } from '#app/features/orders/store/read.server.ts'
import { settle, charge } from '#app/features/payments/flows.server.ts'
import { captureAndFulfill } from '#app/features/payments/store/capture.server.ts'

/**
 * Pays an order: stores the attempt, charges outside any transaction, and records the result. If the process dies in
 * between, the reconcile job finishes it. `ok` means that the payment went as far as it can now: the order's state
 * says whether it is paid, declined, unknown or in review; `isPaid` is true if it is surely paid. `lines` are the
 * order's lines, if already read; `payer` is whom the purchase counts for.
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
  const { formKey, paymentToken, total, statement } = form
  const [ages, accepted, rules, prices] = await Promise.all([
    findKnownAges(db, ctx.now()),
    findAcceptedVersions(db, ctx.now()),
    lines.some(isRegulated) ? findKnownRules(db, ctx.now()) : [],
    needsOf(lines).shipping ? findPrices(ctx) : undefined,
  ])
  const requestFingerprint = fingerprint(JSON.stringify([buyer, paymentToken]))
  const request = {
    orderId,
    formKey,
    requestFingerprint,
    buyer,
    rules,
    ages,
    accepted,
    prices,
    payer,
    lines,
    shownCents: total,
    shownStatement: statement,
    gateway: gateway.name,
    invoice: gateway.checkout.kind === 'invoice' ? gateway.checkout : undefined,
  }
  const begun = await transact(ctx, (work) =>
    beginPayment(work, sellables, request, { commits: true }),
  ).catch((error: unknown) => {
    if (!isStockGone(error)) throw error
    return transact(ctx, (work) => beginPayment(work, sellables, request))
  })
  if (!begun.ok) return begun
  // A duplicate request: the first one is handling the charge.
  if (begun.is !== 'begun') return { ok: true, isPaid: begun.is === 'paid' }
  const result = await charge(ctx, orderId, begun.attempt, paymentToken)
  const attempt = { ...begun.attempt, orderId, gateway: gateway.name }
  if (result.outcome === 'captured' && (await captureAndFulfill(ctx, attempt, result, begun.locked)))
    return { ok: true, isPaid: true }
  return { ok: true, isPaid: await settle(ctx, sellables, attempt, result, { isWatched: true }) }
}

function isRegulated({ itemClass, magazine, flags }: PayableLine): boolean {
  return itemClass !== null || magazine !== null || flags !== null
}

const itemsAtOnce = 20

/** Expires overdue holds, each in its own transaction, and releases their stock. Returns how many were due. */
export async function expireHolds(
  ctx: WorkItemContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<number> {
  const overdue = await listOverdueHolds(ctx.db, ctx.now(), itemsAtOnce)
  await runWorkItems(ctx, {
    kind: expiryWorkItem,
    items: overdue,
    signal,
    subjectOf: (orderId) => orderId,
    run: (orderId) => transact(ctx, (work) => expireHold(work, sellables, orderId)),
  })
  return overdue.length
}
