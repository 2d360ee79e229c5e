import { eq, sql } from 'drizzle-orm'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { cancelHold, expireHold } from '#app/features/checkout/store/hold.server.ts'
import { findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import { isEnding, isSettling, stages } from '#app/features/orders/rules.ts'
import type { PriceList } from '#app/features/orders/quote.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { lockPaidLine } from '#app/features/orders/store/stage.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { refuse } from '#app/kit/refusal.ts'
import { momentIn } from '#app/kit/dates.ts'
import { balances } from '../tables.ts'
import {
  balanceCents,
  balanceTax,
  depositLeft,
  isDue,
  isPaused,
  payableUntil,
  usualDueDay,
} from '../rules.ts'
import { findReservation } from './agreement.server.ts'
import { type Balance, findBalance, listBalancesOf } from './balance-lookup.server.ts'
import { z } from 'zod'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { balancePath, balanceCheckoutWords } from '../words.ts'
import { findBalanceOffered } from './facts.server.ts'

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
  const amountCents = balanceCents({ priceCents, depositCents })
  if (amountCents === 0) return refuse('nothing_due')
  const earlier = await findBalance(tx, orderId, position)
  if (earlier?.state === 'paid') return refuse('balance_paid')
  if (earlier?.state === 'waived') return refuse('balance_waived')
  if (earlier && isDue(earlier.state))
    return earlier.amountCents === amountCents
      ? { ok: true as const, balance: earlier, isReplay: true }
      : refuse('balance_requested')
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
      title: 'Balance',
      detail: `${[line.title, line.detail].filter(Boolean).join(', ')}. Reservation ${orderId}`,
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
  await mail(work, stored, 'requested')
  return { ok: true as const, balance: stored, isReplay: false }
}

async function handoverOf({ tx }: UnitOfWork, order: OrderView, county: string | null) {
  const dealer = order.dealerKey ? await findDealerByKey(tx, order.dealerKey) : undefined
  const { buyerState, dealerState } = order
  return { buyerState, dealerState, dealerZip: dealer?.zip ?? null, county }
}

/** With the order locked in which it is held, which a payment changes. Its reservation is locked before. */
export async function lockAgain(work: UnitOfWork, { id, orderId }: Balance): Promise<Balance> {
  if (orderId) await lockOrder(work, orderId)
  const [found] = await work.tx.select().from(balances).where(eq(balances.id, id))
  if (!found) throw new Error(`Balance ${id} is gone`)
  return found
}

/** The balance of a line, locked; refused where there is none that is due. */
export async function lockDue(work: UnitOfWork, reservationId: string, position: number) {
  await lockOrder(work, reservationId)
  const found = await findBalance(work.tx, reservationId, position)
  if (!found) return refuse('balance_not_found')
  const balance = await lockAgain(work, found)
  if (balance.state === 'paid') return refuse('balance_paid')
  if (balance.state === 'waived') return refuse('balance_waived')
  return balance.state === 'released' ? refuse('balance_ended') : { ok: true as const, balance }
}

export async function isBeingPaid(db: Db, { orderId }: Balance): Promise<boolean> {
  const order = orderId ? await findOrder(db, orderId) : undefined
  return order !== undefined && isSettling(order.state)
}

export async function setBalance(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { id }: Pick<Balance, 'id'>,
  to: Partial<Balance>,
): Promise<Balance> {
  const [changed] = await tx.update(balances).set(to).where(eq(balances.id, id)).returning()
  if (!changed) throw new Error(`Balance ${id} is gone`)
  return changed
}

/** Takes a locked balance that is not being paid out of the checkout that the buyer has open. */
export async function freeBalance(work: UnitOfWork, balance: Balance): Promise<void> {
  const { state, orderId } = balance
  if (state !== 'held' || !orderId) return
  const canceled = await cancelHold(work, onlyBalances, orderId)
  if (canceled.ok) return
  await expireHold(work, onlyBalances, orderId)
  // For a moment a hold that has ended is not released yet: whoever still pays its order finds nothing.
  await setBalance(work, balance, { state: 'open', heldUntil: null, orderId: null })
}

/** Is a balance in time to be paid? One whose review has just ended is: its due date is about to be moved. */
export function isPayable(balance: Balance, now: Date): boolean {
  return isPaused(balance) || payableUntil(balance.dueAt, now) !== null
}

export type BalanceChange = { orderId: string; position: number; by: string; reason: string }

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
  const balance = await setBalance(work, found.balance, {
    dueAt,
    reminded: null,
    remindFrom: work.now,
    reason: change.reason,
    pausedAt,
  })
  await note(work, change, 'balance_extended', { dueOn })
  await mail(work, balance, 'extended')
  return { ok: true as const, balance }
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
  const { by: endedBy, reason } = change
  const balance = await setBalance(work, found.balance, { state, endedAt: work.now, endedBy, reason })
  await note(work, change, event)
  return { ok: true as const, balance }
}

/** Refused while money for it is on its way. */
async function lockUnpaid(work: UnitOfWork, { orderId, position, reason }: BalanceChange) {
  if (!reason.trim()) return refuse('reason_needed')
  const due = await lockDue(work, orderId, position)
  return due.ok && (await isBeingPaid(work.tx, due.balance)) ? refuse('payment_under_way') : due
}

function note(
  work: UnitOfWork,
  { orderId, position, by, reason }: BalanceChange,
  kind: string,
  more: Record<string, string | number> = {},
) {
  return addEvent(work, orderId, kind, { line: position, by, reason, ...more })
}

function mail({ enqueue, now }: UnitOfWork, { id }: Balance, kind: 'requested' | 'extended' | 'tax_changed') {
  return enqueue('mail-balance', { balanceId: id, kind, at: now.toISOString() })
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
  const { state: taxState, county: taxCounty, doubts: taxDoubts, label: taxLabel, taxCents } = taxed
  const isSame = taxCents === balance.taxCents && taxLabel === balance.taxLabel
  if (!isSame && (await isBeingPaid(work.tx, balance))) return false
  if (!isSame) await freeBalance(work, balance)
  await setBalance(work, balance, { taxState, taxCounty, taxDoubts, taxLabel, taxCents })
  if (isSame) return true
  const { reservationId, position: line, amountCents } = balance
  const event = { line, amountCents: amountCents + taxCents, before: amountCents + balance.taxCents }
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

const balanceRef = z.object({
  balance: z.string().regex(/^[0-9A-Z]{10}$/),
  reservation: z.string(),
  position: z.number().int().nonnegative(),
})

export type BalanceRef = z.infer<typeof balanceRef>

/** The balance of a reservation. Its stock is the request: one order at a time holds it, and one pays it. */
export const balance = {
  kind: 'balance',
  parseRef: (ref) => balanceRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { balance: id }) {
    const [found] = await tx.select().from(balances).where(eq(balances.id, id))
    if (!found) return refuse('balance_not_found')
    if (found.state === 'paid') return refuse('balance_paid')
    if (found.state === 'waived' || found.state === 'released') return refuse('balance_ended')
    return found.heldUntil && found.heldUntil > now ? refuse('balance_held') : undefined
  },

  stock: (ref, now) => sql`
    select due.id,
      jsonb_build_object('balance', due.id, 'reservation', due.reservation_id, 'position', due.position) as ref,
      due.title,
      due.detail,
      1 as quantity,
      due.amount_cents as unit_cents,
      'with_reservation' as fulfillment,
      'firearm' as tax_class,
      ${without('item_class', 'refund_until', 'magazine', 'firearm', 'flags', 'variant', 'plate')}
    from ${balances} due
    where due.id = ${ref} ->> 'balance'
      and (due.state = 'open' or (due.state = 'held' and due.held_until <= ${now}))
    for update of due skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${balances} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${balances.id} = ${found}.id`,

  ...heldStock({ table: balances, state: balances.state, stateName: 'state', sold: 'paid' }),

  // A paid one that went back is over: staff ask for it anew. Its order stays known.
  release: (orderId, ref) => sql`
    update ${balances} set state = case when ${balances.state} = 'paid' then 'released' else 'open' end, held_until = null,
      order_id = case when ${balances.state} = 'paid' then ${balances.orderId} end
    where ${balances.orderId} = ${orderId} and ${balances.state} in ('held', 'paid')
      ${ref ? sql`and ${balances.id} = ${ref} ->> 'balance'` : sql``}`,

  async payRefusal({ tx, now }, { reservation }) {
    return (await findReviewState(tx, reservation, now)) === 'clear' ? undefined : refuse('balance_in_review')
  },
  async owedUntil(db, { balance: id }, now) {
    const [found] = await db.select({ dueAt: balances.dueAt }).from(balances).where(eq(balances.id, id))
    return (found && payableUntil(found.dueAt, now)) ?? undefined
  },
  paidJob: 'balance-paid',
  owedFor: ({ reservation, position }) => ({
    to: balancePath(reservation, position),
    label: 'Back to your reservation',
  }),
  offered: (db, _line, { balance: id }) => findBalanceOffered(db, id),
  checkoutWords: balanceCheckoutWords,
} satisfies Sellable<BalanceRef>

/** What the lines of a balance order are sold by: nothing else is in one. */
export const onlyBalances = { balance } as Sellables
