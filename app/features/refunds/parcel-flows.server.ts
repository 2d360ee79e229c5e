import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { type Perform, transact } from '#app/db/work.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { mayTake } from '#app/features/orders/rules/parcel.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { listParcels, type Parcel } from '#app/features/orders/store/parcels.server.ts'
import { markReturnRefunded } from '#app/features/orders/store/return-parcel.server.ts'
import { lockParcel } from '#app/features/orders/store/send.server.ts'
import { attendDelay } from '#app/features/orders/store/due.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { carryOutRefund, refundOwnLines } from './flows.server.ts'
import { type ReturnedPieces, unsentLines } from './rules.ts'
import { type RequestedRefund, requestOperatorRefund } from './store/refund.server.ts'

type ReturnRefundOptions = { by: string; reason: string; perform?: Perform }

/**
 * Staff refund the contents of a returned parcel: each line's share, and the rest of a line with its last item.
 * Only after it was received and inspected; that decision has already restocked it or not. Repeating refunds once.
 */
export async function refundReturnedParcel(
  ctx: PaymentContext,
  sellables: Sellables,
  parcelId: string,
  { by, reason, perform = (task) => transact(ctx, task) }: ReturnRefundOptions,
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

/**
 * Refunds the unsent part of a late order: its buyer chose so, or did not answer in time (16 CFR 435.2). A partly
 * sent line is left to staff, who are alerted.
 */
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
