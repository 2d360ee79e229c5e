import { eq } from 'drizzle-orm'
import { type Perform, transact } from '#app/db/work.server.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import type { RefundAnswer } from '#app/gateway/gateway.ts'
import { refuse, allowed, type Refusal } from '#app/kit/refusal.ts'
import { everyGateway, orTimeout, type PaymentContext, byHand } from '#app/gateway/payment-context.server.ts'
import { refunds } from '#app/features/orders/payment-tables.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { listRefunds, type ShownRefund, findOrder } from '#app/features/orders/store/read.server.ts'
import {
  type OperatorRefund,
  type OperatorRefundTerms,
  type Refund,
  requestOperatorRefund,
  requestOwnRefund,
  type RequestedRefund,
} from './store/refund.server.ts'
import {
  retryRefundLater,
  type ClaimedRefund,
  claimRefund,
  listDueRefunds,
  refundItem,
  releaseRefund,
} from './store/refund-items.server.ts'
import { retryRefund, settleRefund, type Payout, recordPaidOutside } from './store/settle-refund.server.ts'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { mayTake } from '#app/features/orders/parcels.ts'
import { listParcels, type Parcel, attendDelay } from '#app/features/orders/store/parcels.server.ts'
import { markReturnRefunded, lockParcel } from '#app/features/orders/store/parcel-steps.server.ts'
import { type ReturnedPieces, unsentLines } from './rules.ts'

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

export async function refundOrder(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
  scope: OperatorRefund = 'all',
  { terms, perform = (task) => transact(ctx, task) }: { terms?: OperatorRefundTerms; perform?: Perform } = {},
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

/** One by one: a refund that fails is noted and holds up no other. Returns how many were due. */
export async function reconcileRefunds(ctx: PaymentContext, sellables: Sellables, signal?: AbortSignal) {
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
  // A refund that another process has in hand becomes due again later: this run does not wait for it.
  return taken
}

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

/** One at a time has it in hand. Its id is the gateway's idempotency key: asking twice gives back once. Says whether it was in our hand. */
async function attemptRefund(ctx: PaymentContext, sellables: Sellables, id: string): Promise<boolean> {
  const taken = await transact(ctx, (work) => claimRefund(work, id, ctx.gateway.name))
  if (!taken) return false
  try {
    const answer = await orTimeout(sendToGateway(ctx, taken))
    await transact(ctx, async (work) => {
      if (answer === 'silent') return retryRefundLater(work, taken, null)
      if (answer.outcome === 'pending') return retryRefundLater(work, taken, answer.reason)
      return settleRefund(work, sellables, id, answer, taken.tries)
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

/** That of an invoice, one that the payment service refused, or one by check. `perform` is the transaction that records it. */
export async function recordPayout(
  ctx: PaymentContext,
  sellables: Sellables,
  { orderId, id }: Pick<ShownRefund, 'orderId' | 'id'>,
  payout: Payout,
  perform: Perform = (task) => transact(ctx, task),
) {
  const refund = (await listRefunds(ctx.db, orderId)).find((each) => each.id === id)
  if (!refund) return refuse('refund_not_found')
  if (refund.state !== 'started')
    return perform((work) => recordPaidOutside(work, sellables, refund.id, payout))
  // Only an invoice's refund is always paid by a person; another one may still succeed by itself.
  // Money that staff took is paid back by staff, whatever gateway is in use.
  const { gateway } = byHand(ctx)
  if (refund.gateway !== 'manual') return refuse('nothing_to_pay_out')
  // In the order's history before it is done: of two people at once, the second is told of the first.
  const recorded = await perform(async (work) => {
    await work.tx.update(refunds).set({ askAgainAt: work.now }).where(eq(refunds.id, id))
    await addEvent(work, orderId, 'payout_recorded', { refund: id, by: payout.by ?? 'operator' })
    return allowed
  })
  if (!recorded.ok) return recorded
  await gateway.recordPayout?.(refund.id, payout.reference || undefined)
  await carryOutRefund(ctx, sellables, refund)
  return allowed
}

/** Only after it was received and inspected, which restocked it or not: each line's share, and the rest of a line with its last item. */
export async function refundReturnedParcel(
  ctx: PaymentContext,
  sellables: Sellables,
  parcelId: string,
  { by, reason, perform = (task) => transact(ctx, task) }: { by: string; reason: string; perform?: Perform },
): Promise<RequestedRefund | Refusal> {
  const requested = await perform(async (work): Promise<RequestedRefund | Refusal> => {
    const found = await lockParcel(work, sellables, parcelId)
    if (!found) return refuse('not_paid')
    const { order, lines, parcel } = found
    if (parcel.refundedAt) return { ok: true, refund: null }
    const may = mayTake('refund', parcel, work.now)
    if (!may.ok) return may
    const isOver = parcel.lines.every(({ position }) =>
      lines.some(({ line }) => line.position === position && line.returnedAt),
    )
    const outcome = isOver
      ? { ok: true as const, refund: null }
      : await requestOperatorRefund(
          work,
          sellables,
          order.id,
          { pieces: piecesOf(parcel, await listParcels(work.tx, order.id), lines) },
          { by, isOffSale: true, reason },
        )
    if (!outcome.ok) return outcome
    await markReturnRefunded(work, parcelId)
    return outcome
  })
  if (requested.ok && requested.refund) await carryOutRefund(ctx, sellables, requested.refund)
  return requested
}

function piecesOf(
  parcel: Parcel,
  siblings: readonly Parcel[],
  lines: readonly { line: { position: number; quantity: number } }[],
): ReturnedPieces[] {
  const earlier = siblings.filter(({ refundedAt }) => refundedAt !== null)
  return parcel.lines.map(({ position, quantity }) => {
    const before = earlier
      .flatMap((each) => each.lines)
      .filter((part) => part.position === position)
      .reduce((sum, part) => sum + part.quantity, 0)
    const whole = lines.find(({ line }) => line.position === position)?.line.quantity
    return { position, quantity, isLast: before + quantity === whole }
  })
}

/** Its buyer chose so, or did not answer in time (16 CFR 435.2). A partly sent line is left to staff, who are alerted. */
export async function refundUnsent(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
): Promise<{ ok: true } | Refusal> {
  const order = await findOrder(ctx.db, orderId)
  const positions = unsentLines(order?.lines ?? []).map(({ position }) => position)
  const requested = positions.length > 0 ? await refundOwnLines(ctx, sellables, orderId, positions) : allowed
  if (!requested.ok) return requested
  await transact(ctx, async (work) => {
    if (await attendDelay(work, orderId)) {
      const detail =
        'A part of it was sent, and its buyer does not wait for the rest: refund the rest by amount.'
      await raiseAlert(work, { kind: 'parcel_late', subject: orderId, detail })
    }
  })
  return { ok: true }
}
