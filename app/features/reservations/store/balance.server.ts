import { and, eq, sql } from 'drizzle-orm'
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
  type BalanceTax,
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
  await work.tx
    .update(balances)
    .set({
      dueAt,
      reminded: null,
      remindFrom: work.now,
      reason: change.reason,
      pausedAt: pausedAt && work.now,
    })
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

/** What became of the tax of a balance: `being_paid` has to be looked at again once that payment is settled. */
export type Retaxed = 'same' | 'changed' | 'differs' | 'unknown' | 'being_paid'

type Prices = Pick<PriceList, 'tariff' | 'today'>

/** What is paid stays as it was charged: an alert tells staff the difference, which they settle with the buyer. Safe to repeat. */
export async function retaxBalances(work: UnitOfWork, orderId: string, prices: Prices): Promise<Retaxed[]> {
  await lockOrder(work, orderId)
  const order = await findOrder(work.tx, orderId)
  // A dealer who withdrew left no place behind: the next one's counts.
  if (!order?.dealerState) return []
  const retaxed: Retaxed[] = []
  for (const found of await listBalancesOf(work.tx, orderId)) {
    if (found.orderId) await lockOrder(work, found.orderId)
    const balance = await readAgain(work, found)
    if (balance.state === 'released' || balance.state === 'waived') continue
    retaxed.push(await retax(work, order, balance, prices))
  }
  return retaxed
}

async function retax(
  work: UnitOfWork,
  order: OrderView,
  balance: Balance,
  { tariff, today }: Prices,
): Promise<Retaxed> {
  // A county that staff looked up was that of the dealer before, unless the place is the same.
  const taxed = balanceTax(balance.priceCents, await handoverOf(work, order, null), tariff, today)
  if (!isDue(balance.state))
    return noteDifference(work, balance, taxed.ok ? taxed.taxCents : balance.taxCents)
  if (!taxed.ok) {
    await change(work, balance, { taxDoubts: ['place_unknown'] })
    return 'unknown'
  }
  const { state: taxState, county: taxCounty, doubts: taxDoubts, label: taxLabel, taxCents } = taxed
  const place = { taxState, taxCounty, taxDoubts, taxLabel, taxCents }
  if (taxCents === balance.taxCents && taxLabel === balance.taxLabel) {
    await change(work, balance, place)
    return 'same'
  }
  const freed = await freeBalance(work, balance)
  if (!freed.ok) return 'being_paid'
  await change(work, balance, place)
  await noteChange(work, balance, taxed)
  return 'changed'
}

async function noteChange(work: UnitOfWork, balance: Balance, { taxCents }: BalanceTax) {
  const { id, reservationId, position, amountCents } = balance
  await addEvent(work, reservationId, 'balance_tax_changed', {
    line: position,
    amountCents: amountCents + taxCents,
    before: amountCents + balance.taxCents,
  })
  await work.enqueue('mail-balance', { balanceId: id, kind: 'tax_changed', at: work.now.toISOString() })
}

/** A paid balance keeps its tax: staff settle with the buyer what the new place would have taken more, or less. */
async function noteDifference(work: UnitOfWork, balance: Balance, taxCents: number): Promise<Retaxed> {
  const { reservationId, position: line } = balance
  const kind = 'balance_tax_differs'
  const subject = `${reservationId} ${line + 1}`
  const amountCents = taxCents - balance.taxCents
  if (amountCents === 0) {
    if (await clearAlert(work, kind, subject))
      await addEvent(work, reservationId, kind, { line, amountCents })
    return 'same'
  }
  const more = `${formatCentsExact(Math.abs(amountCents))} ${amountCents > 0 ? 'more' : 'less'}`
  const detail = `The dealer of order ${reservationId} changed after its balance was paid: sales tax would be ${more}.`
  if (await raiseAlert(work, { kind, subject, detail }))
    await addEvent(work, reservationId, kind, { line, amountCents })
  return 'differs'
}

async function change({ tx }: UnitOfWork, { id }: Balance, to: Partial<typeof balances.$inferInsert>) {
  await tx.update(balances).set(to).where(eq(balances.id, id))
}

/** While a review holds a reservation its balance is paused; when it is over, the due date is later by as long, to the end of that day. */
export async function followReviews(work: UnitOfWork, timeZone: string): Promise<void> {
  const { tx, now } = work
  const due = await listDueBalances(tx, everyDue)
  const states = await findReviewStates(tx, [...new Set(due.map(({ reservationId }) => reservationId))], now)
  for (const balance of due) {
    const isHeld = (states.get(balance.reservationId) ?? 'clear') !== 'clear'
    if (isHeld && !balance.pausedAt) await setWhileDue(work, balance, { pausedAt: now })
    if (!isHeld && balance.pausedAt) await resume(work, balance, { pausedAt: balance.pausedAt, timeZone })
  }
}

async function resume(
  work: UnitOfWork,
  balance: Balance,
  { pausedAt, timeZone }: { pausedAt: Date; timeZone: string },
) {
  const { now } = work
  const dueOn = formatIsoDay(after(balance.dueAt, now.getTime() - pausedAt.getTime()), timeZone)
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt) throw new Error(`No such day: ${dueOn}`)
  // Its buyer was late before the review: the rest of the days of grace is left.
  const isLate = dueAt <= now
  const reminded = isLate ? 'overdue' : lastReminder(dueAt, now)
  if (!(await setWhileDue(work, balance, { dueAt, reminded, pausedAt: null }))) return
  const { id: balanceId, reservationId, position } = balance
  await addEvent(work, reservationId, 'balance_extended', {
    line: position,
    by: 'The shop',
    reason: 'The time of a review does not count',
    dueOn,
  })
  const kind = isLate ? 'overdue' : 'extended'
  if (payableUntil(dueAt, now)) await work.enqueue('mail-balance', { balanceId, kind, at: now.toISOString() })
}

/** Changes a balance that is still due, and paused or not as it was read. */
async function setWhileDue(
  { tx }: UnitOfWork,
  { id, pausedAt }: Balance,
  to: Partial<typeof balances.$inferInsert>,
): Promise<boolean> {
  const changed = await tx
    .update(balances)
    .set(to)
    .where(
      sql`${balances.id} = ${id} and ${balances.state} in ('open', 'held')
        and ${balances.pausedAt} is not distinct from ${pausedAt?.toISOString() ?? null}::timestamptz`,
    )
    .returning({ id: balances.id })
  return changed.length > 0
}
