import { and, eq, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Perform, UnitOfWork } from '#app/db/db.server.ts'
import { beginRecordedPayment, recordReceived } from '#app/features/checkout/received.server.ts'
import { expireHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import type { PriceList } from '#app/features/orders/quote.ts'
import { isEnding, isOverdue, isSettling, type PayoutMethod, stages } from '#app/features/orders/rules.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { lockPaidLine } from '#app/features/orders/store/stage.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { addDays, formatIsoDay, formatLongDay, momentIn } from '#app/kit/dates.ts'
import { publicCode } from '#app/kit/ids.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import {
  balanceTax,
  balanceTerms,
  depositLeft,
  isDue,
  lastDayOfGrace,
  payableUntil,
  releasableFrom,
} from '../rules.ts'
import { balances } from '../tables.ts'
import { findReservation } from './agreement.server.ts'
import {
  type Balance,
  findBalance,
  freeBalance,
  isBeingPaid,
  listBalancesOf,
  lockAgain,
  onlyBalances,
  setBalance,
} from './balance-sold.server.ts'

export function endOfDay(date: string, timeZone: string): Date | undefined {
  return momentIn(timeZone, `${date} 23:59`)
}

export type BalanceRequest = {
  orderId: string
  position: number
  dueOn?: string | undefined
  county?: string | null | undefined
  by: string
}

/** Asked again at the same price, it answers with the request that there is. Refused while the review of the order is undecided. */
export async function requestBalance(
  work: UnitOfWork,
  request: BalanceRequest,
  { tariff, today }: Pick<PriceList, 'tariff' | 'today'>,
  timeZone: string,
) {
  const { tx, now } = work
  const { orderId, position, by } = request
  const locked = await lockPaidLine(work, orderId, position)
  if (!locked.ok) return locked
  const { line } = locked
  if (line.stage === null || isEnding(line.stage)) return refuse('not_paid')
  if (stages.indexOf(line.stage) < stages.indexOf('agreed')) return refuse('not_agreed')
  const terms = await findReservation(tx, orderId, position)
  if (!terms?.acceptedAt) return refuse('not_agreed')
  if ((await findReviewState(tx, orderId, now)) !== 'clear') return refuse('balance_in_review')
  const { priceCents } = terms
  const depositCents = depositLeft(line)
  const amountCents = priceCents - depositCents
  if (amountCents <= 0) return refuse('nothing_due')
  const earlier = await findBalance(tx, orderId, position)
  if (earlier?.state === 'paid') return refuse('balance_paid')
  if (earlier?.state === 'waived') return refuse('balance_waived')
  if (earlier && isDue(earlier.state))
    return earlier.amountCents === amountCents
      ? { ok: true as const, balance: earlier, isReplay: true }
      : refuse('balance_requested')
  const dueOn = request.dueOn ?? addDays(formatIsoDay(now, timeZone), balanceTerms.dueDays)
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt || dueAt <= now) return refuse('due_in_past')
  const order = await findOrder(tx, orderId)
  if (!order) return refuse('not_paid')
  const taxed = balanceTax(priceCents, await handoverOf(work, order, request.county ?? null), tariff, today)
  if (!taxed.ok) return taxed
  const { ok: _, ...tax } = taxed
  const [stored] = await tx
    .insert(balances)
    .values({
      id: publicCode(),
      reservationId: orderId,
      position,
      state: 'open',
      title: 'Balance',
      detail: `${[line.title, line.detail].filter(Boolean).join(', ')}. Reservation ${orderId}`,
      priceCents,
      depositCents,
      amountCents,
      ...tax,
      requestedAt: now,
      remindFrom: now,
      requestedBy: by,
      dueAt,
    })
    .returning()
  if (!stored) throw new Error(`The balance of ${orderId} was not stored`)
  const event = { line: position, amountCents: amountCents + tax.taxCents, dueOn, by }
  await addEvent(work, orderId, 'balance_requested', event)
  await mail(work, stored, 'requested')
  return { ok: true as const, balance: stored, isReplay: false }
}

async function handoverOf({ tx }: UnitOfWork, order: OrderView, county: string | null) {
  const dealer = order.dealerKey ? await findDealerByKey(tx, order.dealerKey) : undefined
  const { buyerState, dealerState } = order
  return { buyerState, dealerState, dealerZip: dealer?.zip ?? null, county }
}

function mail({ enqueue, now }: UnitOfWork, { id }: Balance, kind: 'requested' | 'extended' | 'tax_changed') {
  return enqueue('mail-balance', { balanceId: id, kind, at: now.toISOString() })
}

/** The balance of a line, locked; refused where there is none that is due. */
async function lockDue(work: UnitOfWork, reservationId: string, position: number) {
  await lockOrder(work, reservationId)
  const found = await findBalance(work.tx, reservationId, position)
  if (!found) return refuse('balance_not_found')
  const balance = await lockAgain(work, found)
  if (balance.state === 'paid') return refuse('balance_paid')
  if (balance.state === 'waived') return refuse('balance_waived')
  return balance.state === 'released' ? refuse('balance_ended') : { ok: true as const, balance }
}

type BalanceChange = { orderId: string; position: number; by: string; reason: string }

/** Refused while money for it is on its way. */
async function lockUnpaid(work: UnitOfWork, { orderId, position, reason }: BalanceChange) {
  if (!reason.trim()) return refuse('reason_needed')
  const due = await lockDue(work, orderId, position)
  return due.ok && (await isBeingPaid(work.tx, due.balance)) ? refuse('payment_under_way') : due
}

/** Gives the buyer until another day to pay, with a new series of reminders. Refused while it is being paid. */
export async function extendBalance(
  work: UnitOfWork,
  { dueOn, ...change }: BalanceChange & { dueOn: string },
  timeZone: string,
) {
  const found = await lockUnpaid(work, change)
  if (!found.ok) return found
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt || dueAt <= work.now) return refuse('due_in_past')
  // Of a review that is open, only the days from now on are added to the new date.
  const pausedAt = found.balance.pausedAt && work.now
  const { orderId, position: line, by, reason } = change
  const until = { dueAt, reminded: null, remindFrom: work.now, reason, pausedAt }
  await setBalance(work, found.balance, until)
  await addEvent(work, orderId, 'balance_extended', { line, by, reason, dueOn })
  await mail(work, found.balance, 'extended')
  return allowed
}

/** Asks for nothing more: the reservation goes on as if the balance were paid. For whoever may override. */
export function waiveBalance(work: UnitOfWork, change: BalanceChange) {
  return endDue(work, change, 'waived', 'balance_waived')
}

export function withdrawBalance(work: UnitOfWork, change: BalanceChange) {
  return endDue(work, change, 'released', 'balance_withdrawn')
}

async function endDue(work: UnitOfWork, change: BalanceChange, state: 'waived' | 'released', event: string) {
  const found = await lockUnpaid(work, change)
  if (!found.ok) return found
  await freeBalance(work, found.balance)
  const { orderId, position: line, by, reason } = change
  await setBalance(work, found.balance, { state, endedAt: work.now, endedBy: by, reason })
  await addEvent(work, orderId, event, { line, by, reason })
  return allowed
}

/** May a reservation end because its balance is unpaid? From the days of grace on, and not while it is being paid or in review. */
export async function mayReleaseUnpaid(work: UnitOfWork, orderId: string, position: number) {
  const due = await lockDue(work, orderId, position)
  if (!due.ok) return due
  const { balance } = due
  const isInReview = balance.pausedAt || (await findReviewState(work.tx, orderId, work.now)) !== 'clear'
  if (isInReview) return refuse('balance_in_review')
  if (work.now < releasableFrom(balance.dueAt)) return refuse('not_overdue')
  return (await isBeingPaid(work.tx, balance)) ? refuse('payment_under_way') : allowed
}

/** Tax follows the place where the firearm is handed over. What is paid stays as it was charged. `false` while one is being paid: that is to be looked at again. */
export async function retaxBalances(
  work: UnitOfWork,
  orderId: string,
  { tariff, today }: Pick<PriceList, 'tariff' | 'today'>,
): Promise<boolean> {
  await lockOrder(work, orderId)
  const order = await findOrder(work.tx, orderId)
  // A dealer who withdrew left no place behind: the next one's counts.
  if (!order?.dealerState) return true
  // A county that staff looked up was that of the dealer before, unless the place is the same.
  const handover = await handoverOf(work, order, null)
  let isDone = true
  for (const found of await listBalancesOf(work.tx, orderId)) {
    const balance = await lockAgain(work, found)
    const taxed = balanceTax(balance.priceCents, handover, tariff, today)
    if (balance.state === 'paid')
      await tellDifference(work, balance, taxed.ok ? taxed.taxCents - balance.taxCents : 0)
    else if (isDue(balance.state) && !(await retax(work, balance, taxed))) isDone = false
  }
  return isDone
}

async function retax(work: UnitOfWork, balance: Balance, taxed: ReturnType<typeof balanceTax>) {
  if (!taxed.ok) {
    await setBalance(work, balance, { taxDoubts: ['place_unknown'] })
    return true
  }
  const { ok: _, ...tax } = taxed
  const isSame = tax.taxCents === balance.taxCents && tax.taxLabel === balance.taxLabel
  if (!isSame && (await isBeingPaid(work.tx, balance))) return false
  if (!isSame) await freeBalance(work, balance)
  await setBalance(work, balance, tax)
  if (isSame) return true
  const { reservationId, position: line, amountCents } = balance
  const event = { line, amountCents: amountCents + tax.taxCents, before: amountCents + balance.taxCents }
  await addEvent(work, reservationId, 'balance_tax_changed', event)
  await mail(work, balance, 'tax_changed')
  return true
}

/** Staff settle with the buyer what the new place would have taken more, or less, of a paid balance. */
async function tellDifference(work: UnitOfWork, { reservationId, position }: Balance, cents: number) {
  const kind = 'balance_tax_differs'
  const subject = `${reservationId} ${position + 1}`
  if (cents === 0) return clearAlert(work, kind, subject)
  const more = `${formatCentsExact(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`
  const detail = `The dealer of order ${reservationId} changed after its balance was paid: sales tax would be ${more}.`
  return raiseAlert(work, { kind, subject, detail })
}

export function taxWords({ taxCents, taxLabel, taxState }: Balance): string {
  if (taxLabel)
    return `Sales tax on the full price, where your dealer hands it over: ${taxLabel}, ${formatCentsExact(taxCents)}.`
  return `We collect no sales tax for ${stateName(taxState)}. Your dealer or your state may ask you for tax there.`
}

export function unpaidWords({ dueAt }: Balance, timeZone: string): string {
  return `If the balance isn’t paid by ${formatLongDay(dueAt, timeZone)}, we remind you, and keep the reservation until ${lastDayOfGrace(dueAt, timeZone)}. After that we may release it to others, and you get the whole deposit back. If you need more time, write to us.`
}

/** Is a balance in time to be paid? One whose review has just ended is: its due date is about to be moved. */
export function isPayable({ pausedAt, dueAt }: Balance, now: Date): boolean {
  return pausedAt !== null || payableUntil(dueAt, now) !== null
}

/** The buyer presses: an order holds it as long as every sale. Refused in review, and after the days of grace, but for money that is here: all of what is due, with its tax. */
export async function openBalance(
  work: UnitOfWork,
  reservationId: string,
  position: number,
  receivedCents?: number,
) {
  const due = await lockDue(work, reservationId, position)
  if (!due.ok) return due
  const { balance } = due
  const isHere = receivedCents !== undefined
  if (isHere && receivedCents !== balance.amountCents + balance.taxCents) return refuse('amount_differs')
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

type ReceivedBalance = Omit<BalanceChange, 'reason'> & {
  /** All of what is due, with its tax, in cents: less or more is refused. */
  amountCents: number
  method: PayoutMethod
  reference: string
}

/** It counts like any other payment from then on; a person pays its refund. Repeated after an interruption, it goes on where it stopped. */
export async function recordBalancePayment(
  ctx: PaymentContext,
  received: ReceivedBalance,
  perform?: Perform,
) {
  const { orderId: reservationId, position, amountCents, by } = received
  const begin = async (work: UnitOfWork) => {
    const opened = await openBalance(work, reservationId, position, amountCents)
    if (!opened.ok) return opened
    const { orderId, reservation } = opened
    const { buyerName, buyerEmail, buyerPhone, buyerState } = reservation
    const buyer = { buyerName: buyerName ?? '', buyerEmail: buyerEmail ?? '', buyerPhone, buyerState }
    const began = await beginRecordedPayment(work, onlyBalances, { orderId, amountCents, buyer })
    if (!began.ok) return began
    if (began.attemptId === undefined) throw new Error(`Order ${orderId} was paid before`)
    if (began.isFirst)
      await addEvent(work, reservationId, 'balance_recorded', { line: position, amountCents, by })
    return began
  }
  const recorded = await recordReceived(ctx, onlyBalances, received, begin, perform)
  return !recorded.ok && recorded.why === 'stock_gone' ? refuse('balance_ended') : recorded
}
