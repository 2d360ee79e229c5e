import { and, eq, sql } from 'drizzle-orm'
import { type Perform, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { settleRecorded, beginRecordedPayment } from '#app/features/checkout/received.server.ts'
import { expireHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { isOverdue, isSettling, type PayoutMethod } from '#app/features/orders/rules.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { isPayable, lockDue, onlyBalances } from './balance.server.ts'
import type { Balance } from './balance-lookup.server.ts'

/** The buyer presses: an order holds it as long as every sale. Refused in review, and after the days of grace, but for money that `isHere`. */
export async function openBalance(
  work: UnitOfWork,
  reservationId: string,
  position: number,
  { isHere = false } = {},
) {
  const due = await lockDue(work, reservationId, position)
  if (!due.ok) return due
  const { balance } = due
  if (!isHere && (await findReviewState(work.tx, reservationId, work.now)) !== 'clear')
    return refuse('balance_in_review')
  const reservation = await findOrder(work.tx, reservationId)
  if (!reservation) return refuse('balance_not_found')
  const current =
    balance.state === 'held' && balance.orderId ? await findOrder(work.tx, balance.orderId) : undefined
  const isUsable = current && (isSettling(current.state) || !isOverdue(current, work.now))
  if (current && !isUsable) await expireHold(work, onlyBalances, current.id)
  if (!isUsable && !isHere && !isPayable(balance, work.now)) return refuse('balance_overdue')
  const orderId = isUsable ? current.id : await startBalance(work, balance, reservation)
  if (!orderId) return refuse('try_again')
  return { ok: true as const, orderId, token: await makeLink(work, orderId), balance, reservation }
}

/** Starts the order at the total of the request with its tax, for the buyer of the reservation; no limit of holders counts it. */
async function startBalance(
  work: UnitOfWork,
  { id, reservationId, position, taxCents, taxLabel }: Balance,
  { buyerName, buyerEmail, buyerPhone }: OrderView,
): Promise<string | undefined> {
  const ref = { balance: id, reservation: reservationId, position }
  const started = await startOrder(work, onlyBalances, {
    key: `balance:${id}:${publicCode()}`,
    lines: [{ kind: 'balance', ref }],
  })
  if (!started.ok) return undefined
  const { orderId } = started
  await work.tx
    .update(orderLines)
    .set({ taxCents })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, 0)))
  const totalCents = sql`${orders.totalCents} + ${taxCents}`
  await work.tx
    .update(orders)
    .set({ totalCents, taxLabel: taxLabel || null, buyerName, buyerEmail, buyerPhone })
    .where(eq(orders.id, orderId))
  return orderId
}

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
  const { orderId, attemptId } = begun
  const settled = await settleRecorded(ctx, onlyBalances, { orderId, attemptId }, received)
  if (settled.ok) return { ok: true, balanceOrderId: orderId }
  return refuse(settled.why === 'stock_gone' ? 'balance_ended' : settled.why)
}

async function beginRecorded(
  work: UnitOfWork,
  { orderId: reservationId, position, amountCents, by }: ReceivedBalance,
): Promise<{ ok: true; orderId: string; attemptId: string } | Refusal> {
  const due = await lockDue(work, reservationId, position)
  if (due.ok && amountCents !== due.balance.amountCents + due.balance.taxCents)
    return refuse('amount_differs')
  const opened = await openBalance(work, reservationId, position, { isHere: true })
  if (!opened.ok) return opened
  const { orderId, reservation } = opened
  const { buyerName, buyerEmail, buyerPhone, buyerState } = reservation
  const buyer = {
    buyerName: buyerName ?? '',
    buyerEmail: buyerEmail ?? '',
    buyerPhone,
    buyerState,
    dealerName: null,
    dealerCity: null,
    dealerState: null,
  }
  const began = await beginRecordedPayment(work, onlyBalances, { orderId, amountCents, buyer })
  if (!began.ok) return began
  if (began.attemptId === undefined) throw new Error(`Order ${orderId} was paid before`)
  if (began.isFirst)
    await addEvent(work, reservationId, 'balance_recorded', { line: position, amountCents, by })
  return { ok: true, orderId, attemptId: began.attemptId }
}
