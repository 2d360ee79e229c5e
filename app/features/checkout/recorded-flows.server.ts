import { autocommit, transact, type UnitOfWork } from '#app/db/work.server.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import { isPaid, isSettling } from '#app/features/orders/rules.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findAttempt, findOpenAttempt } from '#app/features/payments/store/attempts.server.ts'
import { recordCapture } from '#app/features/payments/store/capture.server.ts'
import { settleCapture } from '#app/features/payments/store/settle.server.ts'
import { byHand, type PaymentContext } from '#app/gateway/payment-context.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { cancelHold } from './store/hold.server.ts'
import { beginRecordedPayment } from './store/recorded-payment.server.ts'
import { startOrder, type StartRequest } from './store/start.server.ts'

/** How the money came, and by which number it is found again: that of a check, of a transfer, of a terminal's slip. */
export type ReceivedBy = { method: string; reference: string }

/**
 * Settles a payment for money that was received: calls the staff's own gateway, records the charge, and pays the order.
 * Safe to repeat. Refused as `payment_under_way` where it cannot be recorded now, and as `stock_gone` where the order came to nothing.
 */
export async function settleRecorded(
  ctx: PaymentContext,
  sellables: Sellables,
  { orderId, attemptId }: { orderId: string; attemptId: string },
  { method, reference }: ReceivedBy,
): Promise<typeof allowed | Refusal<'payment_under_way' | 'stock_gone'>> {
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
  await autocommit(ctx, (work) => recordCapture(work, attempt, answer))
  const isSold = await transact(ctx, (work) => settleCapture(work, sellables, attempt))
  return isSold ? allowed : refuse('stock_gone')
}

/** Something that staff sell on the spot. `key` makes it idempotent; `amountCents` is what was taken: less or more is refused. */
export type SaleOnTheSpot = ReceivedBy & {
  key: string
  line: StartRequest['lines'][number]
  amountCents: number
  buyer: Pick<BuyerDetails, 'buyerName' | 'buyerEmail' | 'buyerPhone'>
  by: string
}

/**
 * Sells one line for money that was received, as a new order. It counts like any other payment from then on; its refund is
 * paid by a person. Repeated after an interruption, it continues where it stopped.
 */
export async function sellOnTheSpot(
  ctx: PaymentContext,
  sellables: Sellables,
  sale: SaleOnTheSpot,
  alongside: (work: UnitOfWork, orderId: string) => Promise<void>,
): Promise<{ ok: true; orderId: string } | Refusal> {
  const begun = await transact(ctx, async (work) => {
    const outcome = await beginSale(work, sellables, sale)
    if (outcome.ok && outcome.isFirst) await alongside(work, outcome.orderId)
    return outcome
  })
  if (!begun.ok) return begun
  const { orderId, attemptId } = begun
  if (attemptId === undefined) return { ok: true, orderId }
  const settled = await settleRecorded(ctx, sellables, { orderId, attemptId }, sale)
  return settled.ok ? { ok: true, orderId } : settled
}

/** `attemptId` is empty where an earlier try was settled to its end. */
type Begun = { ok: true; orderId: string; attemptId: string | undefined; isFirst: boolean }

async function beginSale(
  work: UnitOfWork,
  sellables: Sellables,
  sale: SaleOnTheSpot,
): Promise<Begun | Refusal> {
  const { key, line, amountCents, buyer, method, by } = sale
  const started = await startOrder(work, sellables, { key, lines: [line] })
  if (!started.ok) return refuse(started.why)
  const { orderId } = started
  const order = await findOrder(work.tx, orderId)
  if (!order) throw new Error(`Order ${orderId} is gone`)
  if (isPaid(order.state)) return { ok: true, orderId, attemptId: undefined, isFirst: false }
  if (isSettling(order.state)) {
    const open = await findOpenAttempt(work.tx, orderId)
    return open?.gateway === 'manual'
      ? { ok: true, orderId, attemptId: open.id, isFirst: false }
      : refuse('payment_under_way')
  }
  if (order.totalCents !== amountCents) return letGo(work, sellables, orderId, 'amount_differs')
  const noPlace = { buyerState: null, dealerName: null, dealerCity: null, dealerState: null }
  const began = await beginRecordedPayment(work, sellables, {
    orderId,
    amountCents,
    buyer: { ...buyer, ...noPlace },
  })
  if (!began.ok) return letGo(work, sellables, orderId, began.why)
  if (began.is !== 'begun') return { ok: true, orderId, attemptId: undefined, isFirst: false }
  await addEvent(work, orderId, 'sold_on_the_spot', { amountCents, method, by })
  return { ok: true, orderId, attemptId: began.attempt.id, isFirst: true }
}

/** Nothing was recorded: what was held for it is free again. The form comes back with another key. */
async function letGo(work: UnitOfWork, sellables: Sellables, orderId: string, why: string): Promise<Refusal> {
  await cancelHold(work, sellables, orderId)
  return refuse(why)
}
