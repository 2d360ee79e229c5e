import { and, asc, count, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { heldStock, isHolding, without } from '#app/db/held-stock.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { cancelHold, expireHold } from '#app/features/checkout/store/hold.server.ts'
import type { Offered } from '#app/features/orders/goods.ts'
import { isPaid, isSettling, refundableCents } from '#app/features/orders/rules.ts'
import type { OfferedLine, Sellable } from '#app/features/orders/sellable.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { postEarned } from '#app/features/orders/store/ledger.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { depositLeft, isDue, payableUntil } from '../rules.ts'
import { balances } from '../tables.ts'
import { findReservation, type Reservation } from './agreement.server.ts'

export type Balance = typeof balances.$inferSelect

/** The request that counts for a reservation line: the one that has not ended, or else the last. */
export async function findBalance(db: Db, reservationId: string, position: number) {
  const found = await listBalancesOf(db, reservationId)
  return found.find((each) => each.position === position)
}

export const listBalancesOf = rowsBy(balances, 'reservationId', [
  sql`${balances.state} = 'released'`,
  desc(balances.requestedAt),
  asc(balances.id),
])

export async function findBalanceById(db: Db, id: string): Promise<Balance | undefined> {
  const [found] = await db.select().from(balances).where(eq(balances.id, id))
  return found
}

export function listBalancesOfOrders(db: Db, orderIds: readonly string[]): Promise<Balance[]> {
  return db
    .select()
    .from(balances)
    .where(inArray(balances.orderId, [...orderIds]))
}

const isDueSql = sql`${balances.state} in ('open', 'held')`
const isPausedSql = sql<boolean>`${balances.pausedAt} is not null`
const dueCents = sql`${balances.amountCents} + ${balances.taxCents}`

/** The status of a balance in the list of orders. `due` is not paid yet and in time, or paused by a review; `overdue` is late. */
export type BalanceStatus = 'due' | 'overdue' | 'paid'

export function hasBalance(statuses: readonly BalanceStatus[], now: Date): SQL {
  const at = sql`${now.toISOString()}::timestamptz`
  const conditions: Record<BalanceStatus, SQL> = {
    due: sql`${isDueSql} and (${balances.dueAt} > ${at} or ${isPausedSql})`,
    overdue: sql`${isDueSql} and ${balances.dueAt} <= ${at} and not ${isPausedSql}`,
    paid: sql`${balances.state} = 'paid'`,
  }
  const some = sql.join(
    statuses.map((status) => sql`(${conditions[status]})`),
    sql` or `,
  )
  return sql`${orders.id} in (select ${balances.reservationId} from ${balances} where ${some})`
}

/** What is still to be paid of each order, in cents with tax, and when the first of it is due. `isPaused`: its date is later than `dueAt`, by a review. */
export async function findBalancesDue(db: Db, orderIds: readonly string[]) {
  const due = new Map<string, { cents: number; dueAt: Date; isPaused: boolean }>()
  if (orderIds.length === 0) return due
  const { reservationId: id, dueAt } = balances
  const found = await db
    .select({ id, cents: dueCents.mapWith(Number), dueAt, isPaused: isPausedSql })
    .from(balances)
    .where(and(inArray(id, [...orderIds]), isDueSql))
    .orderBy(asc(dueAt))
  for (const { id: of, cents, ...until } of found)
    due.set(of, { ...until, ...due.get(of), cents: (due.get(of)?.cents ?? 0) + cents })
  return due
}

const nothing = { totalCents: 0, capturedCents: 0, refundedCents: 0 }

/** What the balances of a reservation brought, and which reservation an order is the balance of. Money is counted at the reservation, once. */
export async function findBalanceMoney(db: Db, orderIds: readonly string[]) {
  const [of, brought] = [new Map<string, string>(), new Map<string, typeof nothing>()]
  if (orderIds.length === 0) return { of, brought }
  const ids = [...orderIds]
  const { reservationId, orderId } = balances
  const { totalCents, capturedCents, refundedCents } = orders
  const found = await db
    .select({ reservationId, id: orders.id, totalCents, capturedCents, refundedCents })
    .from(balances)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(or(inArray(reservationId, ids), inArray(orderId, ids)))
  for (const row of found) {
    of.set(row.id, row.reservationId)
    const before = brought.get(row.reservationId) ?? nothing
    brought.set(row.reservationId, {
      totalCents: before.totalCents + (row.capturedCents > 0 ? row.totalCents : 0),
      capturedCents: before.capturedCents + row.capturedCents,
      refundedCents: before.refundedCents + row.refundedCents,
    })
  }
  return { of, brought }
}

/** Enough for every balance that is due. */
export const everyDue = 10_000

/** Those that are still to be paid, with the buyer's name; null where the order was forgotten. */
export function listDueBalances(db: Db, limit = 500): Promise<(Balance & { buyerName: string | null })[]> {
  return db
    .select({ ...getTableColumns(balances), buyerName: orders.buyerName })
    .from(balances)
    .innerJoin(orders, eq(orders.id, balances.reservationId))
    .where(isDueSql)
    .orderBy(asc(balances.dueAt), asc(balances.id))
    .limit(limit)
}

export async function sumDueBalances(db: Db): Promise<{ count: number; cents: number }> {
  const [found] = await db
    .select({ count: count(), cents: sql`coalesce(sum(${dueCents}), 0)`.mapWith(Number) })
    .from(balances)
    .where(isDueSql)
  return found ?? { count: 0, cents: 0 }
}

/** With the order locked in which it is held, which a payment changes. Its reservation is locked before. */
export async function lockAgain(work: UnitOfWork, { id, orderId }: Balance): Promise<Balance> {
  if (orderId) await lockOrder(work, orderId)
  const found = await findBalanceById(work.tx, id)
  if (!found) throw new Error(`Balance ${id} is gone`)
  return found
}

export async function setBalance(
  { tx }: UnitOfWork,
  { id }: Pick<Balance, 'id'>,
  to: Partial<Balance>,
): Promise<void> {
  const changed = await tx.update(balances).set(to).where(eq(balances.id, id)).returning({ id: balances.id })
  if (changed.length === 0) throw new Error(`Balance ${id} is gone`)
}

export async function isBeingPaid(db: Db, { orderId }: Balance): Promise<boolean> {
  const order = orderId ? await findOrder(db, orderId) : undefined
  return order !== undefined && isSettling(order.state)
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

const balanceRef = z.object({
  balance: z.string().regex(/^[0-9A-Z]{10}$/),
  reservation: z.string(),
  position: z.number().int().nonnegative(),
})

export function balancePath(orderId: string, position: number): string {
  return `/orders/${orderId}/balance/${position}`
}

/** The balance of a reservation. Its stock is the request: one order at a time holds it, and one pays it. */
export const balance = {
  kind: 'balance',
  parseRef: (ref) => balanceRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { balance: id }) {
    const found = await findBalanceById(tx, id)
    if (!found) return refuse('balance_not_found')
    if (found.state === 'paid') return refuse('balance_paid')
    if (found.state === 'waived' || found.state === 'released') return refuse('balance_ended')
    return isHolding(found.heldUntil, now) ? refuse('balance_held') : undefined
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
    const found = await findBalanceById(db, id)
    return (found && payableUntil(found.dueAt, now)) ?? undefined
  },
  paidJob: 'balance-paid',
  owedFor: ({ reservation, position }) => ({
    to: balancePath(reservation, position),
    label: 'Back to your reservation',
  }),
  async offered(db, _line, { balance: id }) {
    const found = await findBalanceById(db, id)
    const terms = found && (await findReservation(db, found.reservationId, found.position))
    return terms && offeredTerms({ ...terms, priceCents: found.priceCents }, found.depositCents, found)
  },
  checkoutWords: {
    attestation: 'I agree to the price shown.',
    success: { title: 'Balance paid', text: 'We’ve emailed your receipt. The build can begin.' },
    failure: { title: 'Payment failed', text: 'Your balance is still due, and your reservation is safe.' },
  },
} satisfies Sellable<z.infer<typeof balanceRef>>

/** What the lines of a balance order are sold by: nothing else is in one. */
export const onlyBalances = { balance } as Sellables

function offeredTerms(
  { variant, includes, priceCents, acceptedAt }: Reservation,
  depositCents: number,
  found: Balance | undefined,
): Offered {
  const fixed = { name: variant, caliber: '', barrel: '', finish: '', priceCents }
  return {
    variants: [fixed],
    includes,
    depositCents,
    balance: acceptedAt ? stateOf(found) : 'before_agreement',
  }
}

function stateOf(found: Balance | undefined): Offered['balance'] {
  if (!found || found.state === 'released') return 'agreed'
  return found.state === 'paid' || found.state === 'waived' ? found.state : found.dueAt
}

/** What is reserved has nothing else that its refund or its handover is about. */
type Reservable = Sellable & { returning?: undefined; handedOver?: undefined }

/** A refund that takes a line back covers its balance, which is earned at the handover; what staff fixed replaces what was offered. */
export function withBalance(sellable: Reservable): Sellable {
  const offeredFirst = async (db: Db, line: OfferedLine, ref: unknown) => {
    const found = await sellable.offered?.(db, line, ref)
    // Moved on without terms: the state of its balance is not recorded.
    return found && (line.stage === null || line.stage === 'reserved' ? found : { ...found, balance: null })
  }
  return {
    ...sellable,
    returning: {
      refusal: async () => undefined,
      async begin(work, line) {
        const found = await findBalance(work.tx, line.orderId, line.position)
        if (found) await endBalance(work, found)
        return undefined
      },
      async undo(work, line) {
        const found = await findBalance(work.tx, line.orderId, line.position)
        if (found) await reopenBalance(work, found)
      },
      async alsoRefundsCents(db, line) {
        const found = await findBalance(db, line.orderId, line.position)
        const order =
          found?.state === 'paid' && found.orderId ? await findOrder(db, found.orderId) : undefined
        const isReturning = order?.lines.some((each) => each.isReturning)
        return order && isPaid(order.state) && !isReturning ? refundableCents(order) : 0
      },
    },
    /** Safe to repeat. */
    async handedOver(work, line) {
      const found = await findBalance(work.tx, line.orderId, line.position)
      if (found?.state !== 'paid' || !found.orderId) return
      // A refund of it at the same moment waits, or is waited for.
      await lockOrder(work, found.orderId)
      await postEarned(work, found.orderId, 0)
    },
    offeredFirst,
    async offered(db, line, ref) {
      const { orderId, position, stage } = line
      const terms = stage === null ? undefined : await findReservation(db, orderId, position)
      if (!terms) return offeredFirst(db, line, ref)
      return offeredTerms(terms, depositLeft(line), await findBalance(db, orderId, position))
    },
  }
}

const endedWithReservation = 'Refunded with its reservation'

/** With the reservation's order locked. Money that is on its way finds nothing and goes back by itself. Safe to repeat. */
async function endBalance(work: UnitOfWork, found: Balance): Promise<void> {
  const balance = await lockAgain(work, found)
  if (balance.state === 'paid' && balance.orderId)
    await requestOperatorRefund(work, onlyBalances, balance.orderId, 'all', { by: 'shop' })
  // What was waived stays so: the refund may be refused.
  if (!isDue(balance.state)) return
  if (!(await isBeingPaid(work.tx, balance))) await freeBalance(work, balance)
  const ended = { endedAt: work.now, endedBy: 'shop', reason: endedWithReservation }
  await setBalance(work, balance, { state: 'released', heldUntil: null, ...ended })
}

/** The refund was refused: what was due is due again. What was paid goes back all the same, as its refund is not the deposit's. */
async function reopenBalance(work: UnitOfWork, ended: Balance): Promise<void> {
  const { reservationId, position, state, orderId, amountCents, taxCents } = ended
  const line = (await findOrder(work.tx, reservationId))?.lines.find((each) => each.position === position)
  // Staff may have ended the reservation by the refund that was refused: then nothing is due any more.
  if (!line || !activeStage(line)) return
  if (state === 'paid' || (state === 'released' && orderId !== null)) {
    await addEvent(work, reservationId, 'balance_stays_refunded', { line: position })
  } else if (state === 'released' && ended.reason === endedWithReservation) {
    await setBalance(work, ended, { state: 'open', endedAt: null, endedBy: null, reason: null })
    const event = { line: position, amountCents: amountCents + taxCents }
    await addEvent(work, reservationId, 'balance_reopened', event)
  }
}
