import { type Perform, transact, type UnitOfWork } from '#app/db/db.server.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import { isPaid, isSettling } from '#app/features/orders/rules.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findAttempt, findOpenAttempt, recordedByStaff, settle } from '#app/features/payments/flows.server.ts'
import { byHand, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { beginPayment } from './flows.server.ts'
import { cancelHold } from './store/hold.server.ts'
import { startOrder, type StartRequest } from './store/start.server.ts'

type Buyer = Pick<BuyerDetails, 'buyerName' | 'buyerEmail' | 'buyerPhone' | 'buyerState'>

/** How the money came, and by which number it is found again: that of a check, of a transfer, of a terminal's slip. */
type ReceivedBy = { method: string; reference: string }

/**
 * Begins it in one transaction, and settles it. Its refund is paid by a person. Repeated after an interruption, it continues where it
 * stopped. `payment_under_way`: it cannot be recorded now. `stock_gone`: the order came to nothing.
 */
export async function recordReceived(
  ctx: PaymentContext,
  sellables: Sellables,
  { method, reference }: ReceivedBy,
  begin: (work: UnitOfWork) => Promise<BegunRecord | Refusal>,
  perform: Perform = (task) => transact(ctx, task),
): Promise<{ ok: true; orderId: string } | Refusal> {
  const begun = await perform(begin)
  if (!begun.ok) return begun
  const { orderId, attemptId } = begun
  if (attemptId === undefined) return { ok: true, orderId }
  const { gateway } = byHand(ctx)
  const attempt = await findAttempt(ctx.db, attemptId)
  if (!attempt) throw new Error(`Payment ${attemptId} is gone`)
  const { amountCents } = attempt
  await gateway.charge({ attemptId, orderId, amountCents, paymentToken: method })
  const answer = await gateway.settleReview?.(
    attemptId,
    'captured',
    [method, reference].filter(Boolean).join(' '),
  )
  if (answer?.outcome !== 'captured') return refuse('payment_under_way')
  return (await settle(ctx, sellables, attempt, answer)) ? { ok: true, orderId } : refuse('stock_gone')
}

/** Something that staff sell on the spot. `key` makes it idempotent; `amountCents` is what was taken: less or more is refused. */
type SaleOnTheSpot = ReceivedBy & {
  key: string
  line: StartRequest['lines'][number]
  amountCents: number
  buyer: Omit<Buyer, 'buyerState'>
  by: string
}

export function sellOnTheSpot(
  ctx: PaymentContext,
  sellables: Sellables,
  sale: SaleOnTheSpot,
  alongside: (work: UnitOfWork, orderId: string) => Promise<void>,
) {
  const { key, line, amountCents, method, by } = sale
  const buyer = { ...sale.buyer, buyerState: null }
  return recordReceived(ctx, sellables, sale, async (work) => {
    const started = await startOrder(work, sellables, { key, lines: [line] })
    if (!started.ok) return refuse(started.why)
    const { orderId } = started
    const began = await beginRecordedPayment(work, sellables, { orderId, amountCents, buyer })
    if (!began.ok) {
      // What was held for it is free again, unless somebody pays it. The form comes back with another key.
      await cancelHold(work, sellables, orderId)
      return began
    }
    if (began.isFirst) {
      await addEvent(work, orderId, 'sold_on_the_spot', { amountCents, method, by })
      await alongside(work, orderId)
    }
    return began
  })
}

/** `attemptId` is missing where it is paid already. */
type BegunRecord = { ok: true; orderId: string; attemptId?: string; isFirst: boolean }

/** Without a due date, since the money is here. The buyer confirmed nothing with it, so no attestation is stored. */
export async function beginRecordedPayment(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, amountCents, buyer }: { orderId: string; amountCents: number; buyer: Buyer },
): Promise<BegunRecord | Refusal> {
  const order = await findOrder(work.tx, orderId)
  if (!order) throw new Error(`Order ${orderId} is gone`)
  if (isPaid(order.state)) return { ok: true, orderId, isFirst: false }
  if (isSettling(order.state)) {
    // An invoice, or an earlier try of this very record: the money is for it.
    const open = await findOpenAttempt(work.tx, orderId)
    return open?.gateway === 'manual'
      ? { ok: true, orderId, attemptId: open.id, isFirst: false }
      : refuse('payment_under_way')
  }
  if (order.totalCents !== amountCents) return refuse('amount_differs')
  const began = await beginPayment(work, sellables, {
    orderId,
    formKey: secretToken(),
    requestFingerprint: recordedByStaff,
    buyer: { ...buyer, dealerName: null, dealerCity: null, dealerState: null },
    shownCents: amountCents,
    gateway: 'manual',
  })
  if (!began.ok) return refuse(began.why)
  return { ok: true, orderId, isFirst: true, ...(began.is === 'begun' && { attemptId: began.attempt.id }) }
}
