import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { isPaid, refundableCents } from '#app/features/orders/rules.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { type Sellable, storedGood } from '#app/features/orders/sellable.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { postEarned } from '#app/features/orders/store/ledger.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { balances } from '../tables.ts'
import { isDue, releasableFrom } from '../rules.ts'
import { endOpen, freeBalance, isBalanceInReview, isBeingPaid, readAgain } from './balance.server.ts'
import { type Balance, findBalance, listBalancesOf } from './balance-lookup.server.ts'
import { onlyBalances } from './balance-stock.server.ts'
import { offeredOrAgreed } from './facts.server.ts'

/** With the reservation's order locked. Money that is on its way finds nothing and goes back by itself. Safe to repeat. */
async function endBalance(
  work: UnitOfWork,
  reservationId: string,
  position: number,
  reason: string,
): Promise<void> {
  const found = await findBalance(work.tx, reservationId, position)
  if (!found || found.state === 'released') return
  // Its order first, as everywhere; until then it may be paid.
  if (found.orderId) await lockOrder(work, found.orderId)
  const balance = await readAgain(work, found)
  if (balance.state === 'paid') return refundBalance(work, balance)
  const freed = isDue(balance.state) ? await freeBalance(work, balance) : undefined
  if (freed?.ok && (await endOpen(work, balance, { state: 'released', by: 'shop', reason }))) return
  await work.tx
    .update(balances)
    .set({ state: 'released', heldUntil: null, endedAt: work.now, endedBy: 'shop', reason })
    .where(sql`${balances.id} = ${balance.id} and ${balances.state} <> 'paid'`)
}

async function refundBalance(work: UnitOfWork, { orderId }: Balance) {
  if (!orderId) return
  await requestOperatorRefund(work, onlyBalances, orderId, 'all', { by: 'shop' })
}

const endedWithReservation = 'Refunded with its reservation'

/** The refund was refused: what was due is due again. What was paid goes back all the same, as its refund is not the deposit's. */
async function reopenBalance(work: UnitOfWork, reservationId: string, position: number): Promise<void> {
  const ended = await findBalance(work.tx, reservationId, position)
  if (!ended || !(await isUnderWay(work.tx, reservationId, position))) return
  if (ended.state === 'paid' || (ended.state === 'released' && ended.orderId !== null)) {
    await addEvent(work, reservationId, 'balance_stays_refunded', { line: position })
    return
  }
  const [reopened] = await work.tx
    .update(balances)
    .set({ state: 'open', endedAt: null, endedBy: null, reason: null })
    .where(
      sql`${balances.id} = ${ended.id} and ${balances.state} = 'released' and ${balances.reason} = ${endedWithReservation}`,
    )
    .returning({ amountCents: sql<number>`${balances.amountCents} + ${balances.taxCents}` })
  if (reopened) await addEvent(work, reservationId, 'balance_reopened', { line: position, ...reopened })
}

/** Staff may have ended the reservation by the refund that was refused: then nothing is due any more. */
async function isUnderWay(db: Db, reservationId: string, position: number): Promise<boolean> {
  const line = (await findOrder(db, reservationId))?.lines.find((each) => each.position === position)
  return line !== undefined && activeStage(line) !== undefined
}

/** A refund that takes a line back covers its balance, which is earned at the handover; what staff fixed replaces what was offered. */
export function withBalance(sellable: Sellable): Sellable {
  const { returning } = sellable
  const positions = (db: Db, orderId: string, ref: unknown) => positionsOf(db, sellable, orderId, ref)
  const withIt: NonNullable<Sellable['returning']> = {
    refusal: async (db, orderId, ref) => returning?.refusal(db, orderId, ref),
    async begin(work, orderId, ref, isForced) {
      const refusal = await returning?.begin(work, orderId, ref, isForced)
      if (refusal) return refusal
      for (const position of await positions(work.tx, orderId, ref))
        await endBalance(work, orderId, position, endedWithReservation)
      return undefined
    },
    async undo(work, orderId, ref) {
      await returning?.undo(work, orderId, ref)
      for (const position of await positions(work.tx, orderId, ref))
        await reopenBalance(work, orderId, position)
    },
    async alsoRefundsCents(db, orderId, ref) {
      let cents = 0
      for (const position of await positions(db, orderId, ref))
        cents += await paidCents(db, await findBalance(db, orderId, position))
      return cents
    },
  }
  const handedOver: NonNullable<Sellable['handedOver']> = async (work, orderId, ref) => {
    for (const position of await positions(work.tx, orderId, ref)) await earnBalance(work, orderId, position)
  }
  return { ...sellable, returning: withIt, handedOver, ...offeredOrAgreed(sellable.offered) }
}

async function paidCents(db: Db, balance: Balance | undefined): Promise<number> {
  if (balance?.state !== 'paid' || !balance.orderId) return 0
  const order = await findOrder(db, balance.orderId)
  if (!order || !isPaid(order.state) || order.lines.some(({ isReturning }) => isReturning)) return 0
  return refundableCents(order)
}

/** The firearm was picked up: what was paid for it is earned. Safe to repeat. */
async function earnBalance(work: UnitOfWork, orderId: string, position: number): Promise<void> {
  const balance = await findBalance(work.tx, orderId, position)
  if (balance?.state !== 'paid' || !balance.orderId) return
  // A refund of it at the same moment waits, or is waited for.
  await lockOrder(work, balance.orderId)
  await postEarned(work, balance.orderId, 0)
}

async function positionsOf(db: Db, sellable: Sellable, orderId: string, ref: unknown): Promise<number[]> {
  if ((await listBalancesOf(db, orderId)).length === 0) return []
  const order = await findOrder(db, orderId)
  const wanted = JSON.stringify(ref)
  const own = order?.lines.filter(
    (line) =>
      line.kind === sellable.kind &&
      JSON.stringify(storedGood({ [sellable.kind]: sellable }, line)?.ref) === wanted,
  )
  return (own ?? []).map(({ position }) => position)
}

/** May a reservation end because its balance is unpaid? From the days of grace on, and not while it is being paid. */
export async function mayReleaseUnpaid(work: UnitOfWork, orderId: string, position: number) {
  const balance = await findBalance(work.tx, orderId, position)
  if (!balance) return refuse('balance_not_found')
  if (balance.state === 'paid') return refuse('balance_paid')
  if (!isDue(balance.state)) return refuse('balance_ended')
  if (await isBalanceInReview(work.tx, balance, work.now)) return refuse('balance_in_review')
  if (work.now < releasableFrom(balance.dueAt)) return refuse('not_overdue')
  return (await isBeingPaid(work.tx, balance)) ? refuse('payment_under_way') : allowed
}
