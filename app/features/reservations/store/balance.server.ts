import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { cancelHold, expireHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import { isEnding, isOverdue, isSettling, stages } from '#app/features/orders/rules.ts'
import type { PriceList } from '#app/features/orders/quote.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { lockPaidLine } from '#app/features/orders/store/stage.server.ts'
import { findReviewState, findReviewStates } from '#app/features/orders/store/review.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { after } from '#app/kit/clock.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { publicCode } from '#app/kit/ids.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { balances, reservations } from '../tables.ts'
import {
  type AgreedPrice,
  balanceCents,
  isDue,
  isPaused,
  lastReminder,
  payableUntil,
  usualDueDay,
  balanceTax,
  depositLeft,
} from '../rules.ts'
import { balanceTitle } from '../words.ts'
import {
  type Balance,
  everyDue,
  findBalance,
  listBalancesOf,
  listDueBalances,
} from './balance-lookup.server.ts'
import { onlyBalances } from './balance-stock.server.ts'

export function endOfDay(date: string, timeZone: string): Date | undefined {
  return momentIn(timeZone, `${date} 23:59`)
}

export async function readAgain({ tx }: UnitOfWork, { id }: Pick<Balance, 'id'>): Promise<Balance> {
  const [found] = await tx.select().from(balances).where(eq(balances.id, id))
  if (!found) throw new Error(`Balance ${id} is gone`)
  return found
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
  const price = await findPrice(tx, line)
  if (!price?.isAccepted) return refuse('not_agreed')
  if ((await findReviewState(tx, orderId, now)) !== 'clear') return refuse('balance_in_review')
  const { priceCents, depositCents } = price
  const amountCents = balanceCents(price)
  if (amountCents === 0) return refuse('nothing_due')
  const earlier = await findBalance(tx, orderId, position)
  if (earlier && earlier.state !== 'released') return replayOf(earlier, amountCents)
  const dueOn = request.dueOn ?? usualDueDay(now, timeZone)
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt || dueAt <= now) return refuse('due_in_past')
  const order = await findOrder(tx, orderId)
  if (!order) return refuse('not_paid')
  const taxed = balanceTax(priceCents, await handoverOf(work, order, request.county ?? null), tariff, today)
  if (!taxed.ok) return taxed
  const [stored] = await tx
    .insert(balances)
    .values({
      id: publicCode(),
      reservationId: orderId,
      position,
      state: 'open',
      ...balanceTitle(line, orderId),
      priceCents,
      depositCents,
      amountCents,
      taxCents: taxed.taxCents,
      taxLabel: taxed.label,
      taxState: taxed.state,
      taxCounty: taxed.county,
      taxDoubts: taxed.doubts,
      requestedAt: now,
      remindFrom: now,
      requestedBy: by,
      dueAt,
    })
    .returning()
  if (!stored) throw new Error(`The balance of ${orderId} was not stored`)
  await addEvent(work, orderId, 'balance_requested', {
    line: position,
    amountCents: amountCents + taxed.taxCents,
    dueOn,
    by,
  })
  await work.enqueue('mail-balance', { balanceId: stored.id, kind: 'requested', at: now.toISOString() })
  return { ok: true as const, balance: stored, isReplay: false }
}

function replayOf(earlier: Balance, amountCents: number) {
  if (earlier.state === 'paid') return refuse('balance_paid')
  if (earlier.state === 'waived') return refuse('balance_waived')
  if (earlier.amountCents !== amountCents) return refuse('balance_requested')
  return { ok: true as const, balance: earlier, isReplay: true }
}

async function handoverOf({ tx }: UnitOfWork, order: OrderView, county: string | null) {
  const dealer = order.dealerKey ? await findDealerByKey(tx, order.dealerKey) : undefined
  const { buyerState, dealerState } = order
  return { buyerState, dealerState, dealerZip: dealer?.zip ?? null, county }
}

type Line = Pick<
  typeof orderLines.$inferSelect,
  'orderId' | 'position' | 'unitCents' | 'quantity' | 'refundedCents'
>

async function findPrice(db: Db, line: Line): Promise<(AgreedPrice & { isAccepted: boolean }) | undefined> {
  const { orderId, position, priceCents, acceptedAt } = reservations
  const [terms] = await db
    .select({ priceCents, acceptedAt })
    .from(reservations)
    .where(and(eq(orderId, line.orderId), eq(position, line.position)))
  if (!terms) return undefined
  return {
    priceCents: terms.priceCents,
    depositCents: depositLeft(line),
    isAccepted: terms.acceptedAt !== null,
  }
}

export type OpenedBalance = { ok: true; orderId: string; token: string; balance: Balance }

type OpenRefusal = Refusal<
  | 'balance_not_found'
  | 'balance_paid'
  | 'balance_waived'
  | 'balance_ended'
  | 'balance_in_review'
  | 'balance_overdue'
  | 'try_again'
>

/** Refused while the reservation is in review, and after the days of grace, but for money that `isHere`. */
export async function openBalance(
  work: UnitOfWork,
  reservationId: string,
  position: number,
  { isHere = false } = {},
): Promise<OpenedBalance | OpenRefusal> {
  await lockOrder(work, reservationId)
  const found = await findBalance(work.tx, reservationId, position)
  if (!found) return refuse('balance_not_found')
  if (found.state === 'paid') return refuse('balance_paid')
  if (found.state === 'waived') return refuse('balance_waived')
  if (found.state === 'released') return refuse('balance_ended')
  if (!isHere && (await findReviewState(work.tx, reservationId, work.now)) !== 'clear')
    return refuse('balance_in_review')
  const current = found.orderId ? await findOrder(work.tx, found.orderId) : undefined
  if (found.state === 'held' && current && isUsable(current, work.now)) return opened(work, current.id, found)
  if (current) await expireHold(work, onlyBalances, current.id)
  if (!isHere && !isPayable(found, work.now)) return refuse('balance_overdue')
  const reservation = await findOrder(work.tx, reservationId)
  if (!reservation) return refuse('balance_not_found')
  const orderId = await startBalance(work, found, reservation)
  return orderId ? opened(work, orderId, found) : refuse('try_again')
}

/** Is a balance in time to be paid? One whose review has just ended is: its due date is about to be moved. */
export function isPayable(balance: Balance, now: Date): boolean {
  return isPaused(balance) || payableUntil(balance.dueAt, now) !== null
}

async function opened(work: UnitOfWork, orderId: string, balance: Balance): Promise<OpenedBalance> {
  return { ok: true, orderId, token: await makeLink(work, orderId), balance }
}

function isUsable(order: OrderView, now: Date): boolean {
  return isSettling(order.state) || (order.state === 'held' && !isOverdue(order, now))
}

/** Starts the order at the total of the request with its tax, for the buyer of the reservation; no limit of holders counts it. */
async function startBalance(
  work: UnitOfWork,
  { id, reservationId, position, taxCents, taxLabel }: Balance,
  { buyerName, buyerEmail, buyerPhone }: Pick<OrderView, 'buyerName' | 'buyerEmail' | 'buyerPhone'>,
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
  await work.tx
    .update(orders)
    .set({
      totalCents: sql`${orders.totalCents} + ${taxCents}`,
      taxLabel: taxLabel || null,
      buyerName,
      buyerEmail,
      buyerPhone,
    })
    .where(eq(orders.id, orderId))
  return orderId
}

/** Does a review keep a balance from being released: by the rules as they are now, or by time that its due date does not count yet? */
export async function isBalanceInReview(db: Db, balance: Balance, now: Date): Promise<boolean> {
  return isPaused(balance) || (await findReviewState(db, balance.reservationId, now)) !== 'clear'
}

export type BalanceChange = { orderId: string; position: number; by: string; reason: string }

/** Gives the buyer until another day to pay, with a new series of reminders. Refused while it is being paid. */
export async function extendBalance(
  work: UnitOfWork,
  change: BalanceChange & { dueOn: string },
  timeZone: string,
) {
  const found = await lockDue(work, change)
  if (!found.ok) return found
  const dueAt = endOfDay(change.dueOn, timeZone)
  if (!dueAt || dueAt <= work.now) return refuse('due_in_past')
  const { id, pausedAt } = found.balance
  // Of a review that is open, only the days from now on are added to the new date.
  const paused = { reason: change.reason, pausedAt: pausedAt && work.now }
  await work.tx
    .update(balances)
    .set({ dueAt, reminded: null, remindFrom: work.now, ...paused })
    .where(eq(balances.id, id))
  await note(work, change, 'balance_extended', { dueOn: change.dueOn })
  await work.enqueue('mail-balance', { balanceId: id, kind: 'extended', at: work.now.toISOString() })
  return { ok: true as const, balance: await readAgain(work, { id }) }
}

/** Asks for nothing more: the reservation goes on as if the balance were paid. For whoever may override. */
export async function waiveBalance(work: UnitOfWork, change: BalanceChange) {
  return endDue(work, change, 'waived', 'balance_waived')
}

export async function withdrawBalance(work: UnitOfWork, change: BalanceChange) {
  return endDue(work, change, 'released', 'balance_withdrawn')
}

/** The terms of a reservation are open again: what is due of the old price is due no more, unless it is being paid. */
export async function withdrawIfDue(work: UnitOfWork, orderId: string, position: number, by: string) {
  const reason = 'The terms were opened again'
  await withdrawBalance(work, { orderId, position, by, reason })
}

async function endDue(
  work: UnitOfWork,
  change: BalanceChange,
  state: 'waived' | 'released',
  event: 'balance_waived' | 'balance_withdrawn',
) {
  if (!change.reason.trim()) return refuse('reason_needed')
  const found = await lockDue(work, change)
  if (!found.ok) return found
  const freed = await freeBalance(work, found.balance)
  if (!freed.ok) return freed
  const ended = await endOpen(work, found.balance, { state, by: change.by, reason: change.reason })
  if (!ended) return refuse('try_again')
  await note(work, change, event)
  return { ok: true as const, balance: ended }
}

/** Ends a request that no order holds any more; `undefined` where one does. */
export async function endOpen(
  { tx, now }: UnitOfWork,
  { id }: Balance,
  { state, by, reason }: { state: 'waived' | 'released'; by: string; reason: string },
): Promise<Balance | undefined> {
  const [ended] = await tx
    .update(balances)
    .set({ state, endedAt: now, endedBy: by, reason })
    .where(and(eq(balances.id, id), eq(balances.state, 'open')))
    .returning()
  return ended
}

/** Locks a balance that is due, and the order in which it is held. Refused while money for it is on its way. */
async function lockDue(work: UnitOfWork, { orderId, position, reason }: BalanceChange) {
  if (!reason.trim()) return refuse('reason_needed')
  await lockOrder(work, orderId)
  const found = await findBalance(work.tx, orderId, position)
  if (!found) return refuse('balance_not_found')
  if (found.orderId) await lockOrder(work, found.orderId)
  const balance = await readAgain(work, found)
  if (balance.state === 'paid') return refuse('balance_paid')
  if (!isDue(balance.state)) return refuse('balance_ended')
  return (await isBeingPaid(work.tx, balance)) ? refuse('payment_under_way') : { ok: true as const, balance }
}

export async function isBeingPaid(db: Db, { orderId }: Balance): Promise<boolean> {
  const order = orderId ? await findOrder(db, orderId) : undefined
  return order !== undefined && isSettling(order.state)
}

/** Takes an unpaid balance out of the checkout that the buyer has open. Refused while money may be on its way to it. */
export async function freeBalance(
  work: UnitOfWork,
  { state, orderId }: Balance,
): Promise<{ ok: true } | Refusal<'payment_under_way' | 'balance_paid'>> {
  if (state !== 'held' || !orderId) return allowed
  const canceled = await cancelHold(work, onlyBalances, orderId)
  if (canceled.ok || canceled.why === 'canceled') return allowed
  if (canceled.why === 'already_paying') return refuse('payment_under_way')
  if (canceled.why === 'already_paid') return refuse('balance_paid')
  await expireHold(work, onlyBalances, orderId)
  return allowed
}

function note(
  work: UnitOfWork,
  { orderId, position, by, reason }: BalanceChange,
  kind: string,
  more: Record<string, string | number> = {},
) {
  return addEvent(work, orderId, kind, { line: position, by, reason, ...more })
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
    if (found.orderId) await lockOrder(work, found.orderId)
    const balance = await readAgain(work, found)
    const taxed = balanceTax(balance.priceCents, handover, tariff, today)
    if (balance.state === 'paid')
      await tellDifference(work, balance, taxed.ok ? taxed.taxCents - balance.taxCents : 0)
    else if (isDue(balance.state) && !(await retax(work, balance, taxed))) isDone = false
  }
  return isDone
}

async function retax(
  work: UnitOfWork,
  balance: Balance,
  taxed: ReturnType<typeof balanceTax>,
): Promise<boolean> {
  const { id, reservationId, position: line, amountCents } = balance
  const change = (to: Partial<Balance>) => work.tx.update(balances).set(to).where(eq(balances.id, id))
  if (!taxed.ok) {
    await change({ taxDoubts: ['place_unknown'] })
    return true
  }
  const { state: taxState, county: taxCounty, doubts: taxDoubts, label: taxLabel, taxCents } = taxed
  const isSame = taxCents === balance.taxCents && taxLabel === balance.taxLabel
  if (!isSame && !(await freeBalance(work, balance)).ok) return false
  await change({ taxState, taxCounty, taxDoubts, taxLabel, taxCents })
  if (isSame) return true
  const before = amountCents + balance.taxCents
  const event = { line, amountCents: amountCents + taxCents, before }
  await addEvent(work, reservationId, 'balance_tax_changed', event)
  await work.enqueue('mail-balance', { balanceId: id, kind: 'tax_changed', at: work.now.toISOString() })
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

/** While a review holds a reservation its balance is paused; when it is over, the due date is later by as long, to the end of that day. */
export async function followReviews(work: UnitOfWork, timeZone: string): Promise<void> {
  const { tx, now } = work
  const due = await listDueBalances(tx, everyDue)
  const states = await findReviewStates(tx, [...new Set(due.map(({ reservationId }) => reservationId))], now)
  for (const { id, reservationId, position: line, dueAt: before, pausedAt } of due) {
    const isHeld = (states.get(reservationId) ?? 'clear') !== 'clear'
    if (isHeld === (pausedAt !== null)) continue
    // Still due, and paused or not as it was read.
    const asRead = and(
      eq(balances.id, id),
      inArray(balances.state, ['open', 'held']),
      pausedAt ? eq(balances.pausedAt, pausedAt) : isNull(balances.pausedAt),
    )
    if (!pausedAt) {
      await tx.update(balances).set({ pausedAt: now }).where(asRead)
      continue
    }
    const dueOn = formatIsoDay(after(before, now.getTime() - pausedAt.getTime()), timeZone)
    const dueAt = endOfDay(dueOn, timeZone)
    if (!dueAt) throw new Error(`No such day: ${dueOn}`)
    // Its buyer was late before the review: the rest of the days of grace is left.
    const isLate = dueAt <= now
    const reminded = isLate ? 'overdue' : lastReminder(dueAt, now)
    const resumed = await tx
      .update(balances)
      .set({ dueAt, reminded, pausedAt: null })
      .where(asRead)
      .returning({ id: balances.id })
    if (resumed.length === 0) continue
    const reason = 'The time of a review does not count'
    await addEvent(work, reservationId, 'balance_extended', { line, by: 'The shop', reason, dueOn })
    const mail = { balanceId: id, kind: isLate ? 'overdue' : 'extended', at: now.toISOString() }
    if (payableUntil(dueAt, now)) await work.enqueue('mail-balance', mail)
  }
}
