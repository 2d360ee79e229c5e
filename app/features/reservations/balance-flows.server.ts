import { type Perform, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { settleRecorded, beginRecordedPayment } from '#app/features/checkout/received.server.ts'
import type { PayoutMethod } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { findBalance } from './store/balance-lookup.server.ts'
import { openBalance } from './store/balance.server.ts'
import { onlyBalances } from './store/balance-stock.server.ts'

export type ReceivedBalance = {
  orderId: string
  position: number
  /** All of what is due, with its tax, in cents: less or more is refused. */
  amountCents: number
  method: PayoutMethod
  reference: string
  by: string
}

/** It counts like any other payment from then on; a person pays its refund. Repeated after an interruption, it goes on where it stopped. */
export async function recordBalancePayment(
  ctx: PaymentContext,
  received: ReceivedBalance,
  perform: Perform = (task) => transact(ctx, task),
): Promise<{ ok: true; balanceOrderId: string } | Refusal> {
  const begun = await perform((work) => beginRecorded(work, received))
  if (!begun.ok) return begun
  const { balanceOrderId, attemptId } = begun
  const settled = await settleRecorded(ctx, onlyBalances, { orderId: balanceOrderId, attemptId }, received)
  if (settled.ok) return { ok: true, balanceOrderId }
  return refuse(settled.why === 'stock_gone' ? 'balance_ended' : settled.why)
}

type Begun = { ok: true; balanceOrderId: string; attemptId: string } | Refusal

async function beginRecorded(work: UnitOfWork, received: ReceivedBalance): Promise<Begun> {
  const { orderId, position, amountCents } = received
  const known = await findBalance(work.tx, orderId, position)
  if (known && amountCents !== known.amountCents + known.taxCents) return refuse('amount_differs')
  const opened = await openBalance(work, orderId, position, { isHere: true })
  if (!opened.ok) return opened
  const balanceOrderId = opened.orderId
  const reservation = await findOrder(work.tx, orderId)
  if (!reservation) return refuse('balance_not_found')
  const { buyerName, buyerEmail, buyerPhone, buyerState } = reservation
  const noDealer = { dealerName: null, dealerCity: null, dealerState: null }
  const buyer = {
    buyerName: buyerName ?? '',
    buyerEmail: buyerEmail ?? '',
    buyerPhone,
    buyerState,
    ...noDealer,
  }
  const began = await beginRecordedPayment(work, onlyBalances, {
    orderId: balanceOrderId,
    amountCents,
    buyer,
  })
  if (!began.ok) return began
  if (began.attemptId === undefined) throw new Error(`Order ${balanceOrderId} was paid before`)
  if (began.isFirst)
    await addEvent(work, orderId, 'balance_recorded', { line: position, amountCents, by: received.by })
  return { ok: true, balanceOrderId, attemptId: began.attemptId }
}
