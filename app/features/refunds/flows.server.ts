import { type Perform, transact } from '#app/db/work.server.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import type { RefundAnswer } from '#app/gateway/gateway.ts'
import { refuse } from '#app/kit/refusal.ts'
import { everyGateway, orTimeout, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { listRefunds, type ShownRefund } from '#app/features/orders/store/read.server.ts'
import {
  type OperatorRefund,
  type OperatorRefundTerms,
  type Refund,
  requestOperatorRefund,
  requestOwnRefund,
} from './store/refund.server.ts'
import {
  retryRefundLater,
  releaseRefundLease,
  listDueRefunds,
  refundItem,
  type LeasedRefund,
  leaseRefund,
} from './store/refund-items.server.ts'
import { retryRefund, settleRefund } from './store/settle-refund.server.ts'

/** The buyer returns lines. `ok` once the refund was requested from the gateway; the order's state says how it went. */
export async function refundOwnLines(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  positions: readonly number[],
) {
  const requested = await transact(ctx, (work) => requestOwnRefund(work, sellables, orderId, positions))
  if (requested.ok && requested.refund) await carryOutRefund(ctx, sellables, requested.refund)
  return requested
}

export type OperatorRefundOptions = { terms?: OperatorRefundTerms; perform?: Perform }

export async function refundOrder(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  scope: OperatorRefund = 'all',
  { terms, perform = (task) => transact(ctx, task) }: OperatorRefundOptions = {},
) {
  const requested = await perform((work) => requestOperatorRefund(work, sellables, orderId, scope, terms))
  if (requested.ok && requested.refund) await carryOutRefund(ctx, sellables, requested.refund)
  return requested
}

export async function tryRefundAgain(
  ctx: PaymentContext,
  sellables: Sellables,
  { orderId, id }: Pick<ShownRefund, 'orderId' | 'id'>,
  { by, perform = (task) => transact(ctx, task) }: { by?: string; perform?: Perform } = {},
) {
  const refund = (await listRefunds(ctx.db, orderId)).find((each) => each.id === id)
  if (!refund) return refuse('refund_not_found')
  const retried = await perform((work) => retryRefund(work, sellables, id, by))
  if (retried.ok) await carryOutRefund(ctx, sellables, retried.refund)
  return retried
}

const maxItems = 20

/**
 * Carries out refunds that were written down and whose outcome is still open, one by one: one that fails is noted and
 * holds up no other. Returns how many were due.
 */
export async function reconcileRefunds(
  ctx: PaymentContext,
  sellables: Sellables,
  signal?: AbortSignal,
): Promise<number> {
  let taken = 0
  for (const each of everyGateway(ctx)) taken += await reconcileAt(each, sellables, signal)
  return taken
}

async function reconcileAt(ctx: PaymentContext, sellables: Sellables, signal?: AbortSignal): Promise<number> {
  const due = await transact(ctx, (work) => listDueRefunds(work, ctx.gateway.name, maxItems))
  let taken = 0
  await runWorkItems(ctx, {
    kind: refundItem,
    items: due,
    signal,
    subjectOf: (id) => id,
    run: async (id) => {
      if (await attemptRefund(ctx, sellables, id)) taken++
    },
  })
  // A refund that another process has a lease on becomes due again later: this run does not wait for it.
  return taken
}

/** Requests one refund from the gateway now. A failure is recorded, and a job tries again. */
export async function carryOutRefund(ctx: PaymentContext, sellables: Sellables, { id }: Pick<Refund, 'id'>) {
  await runWorkItems(ctx, {
    kind: refundItem,
    items: [id],
    subjectOf: (refundId) => refundId,
    run: async (refundId) => {
      // Only the gateway that charged it takes it.
      for (const each of everyGateway(ctx)) if (await attemptRefund(each, sellables, refundId)) return
    },
  })
}

/**
 * Asks for a refund, unless somebody else is at it: one at a time has it in hand. Its id is the gateway's idempotency key:
 * asking twice gives back once. Says whether it was in our hand.
 */
async function attemptRefund(ctx: PaymentContext, sellables: Sellables, id: string): Promise<boolean> {
  const taken = await transact(ctx, (work) => leaseRefund(work, id, ctx.gateway.name))
  if (!taken) return false
  try {
    const answer = await orTimeout(sendToGateway(ctx, taken))
    await transact(ctx, async (work) => {
      if (answer === 'silent') return retryRefundLater(work, taken, null)
      if (answer.outcome === 'pending') return retryRefundLater(work, taken, answer.reason)
      return settleRefund(work, sellables, id, answer, taken.lease)
    })
  } catch (error) {
    await transact(ctx, (work) => releaseRefundLease(work, taken))
    throw error
  }
  return true
}

/** If an earlier answer was lost, the refund is looked up at the gateway first. */
async function sendToGateway({ gateway }: PaymentContext, taken: LeasedRefund): Promise<RefundAnswer> {
  const { id: refundId, attemptId, chargeRef, amountCents, startedAt } = taken
  if (!chargeRef) throw new Error(`Attempt ${attemptId} has no charge to give back`)
  if (taken.isUncertain) {
    const made = await gateway.findRefund(refundId)
    if (made.outcome !== 'not_found') return made
  }
  return gateway.refund({ refundId, attemptId, chargeRef, amountCents, startedAt })
}
