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
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { balances } from '../tables.ts'
import { isPaused, releasableFrom } from '../rules.ts'
import { freeBalance, isBeingPaid, lockBalance, lockDue, setBalance } from './balance.server.ts'
import { type Balance, findBalance, listBalancesOf } from './balance-lookup.server.ts'
import { onlyBalances } from './balance-stock.server.ts'
import { offeredOrAgreed } from './facts.server.ts'

/** With the reservation's order locked. Money that is on its way finds nothing and goes back by itself. Safe to repeat. */
async function endBalance(work: UnitOfWork, reservationId: string, position: number): Promise<void> {
  const balance = await lockBalance(work, reservationId, position)
  if (!balance || balance.state === 'released') return
  if (balance.state === 'paid' && balance.orderId) {
    const terms = { by: 'shop', isLeftToJob: true }
    await requestOperatorRefund(work, onlyBalances, balance.orderId, 'all', terms)
    return
  }
  if (!(await isBeingPaid(work.tx, balance))) await freeBalance(work, balance)
  const ended = { endedAt: work.now, endedBy: 'shop', reason: endedWithReservation }
  await setBalance(work, balance, { state: 'released', heldUntil: null, ...ended })
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
      for (const position of await positions(work.tx, orderId, ref)) await endBalance(work, orderId, position)
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

/** May a reservation end because its balance is unpaid? From the days of grace on, and not while it is being paid or in review. */
export async function mayReleaseUnpaid(work: UnitOfWork, orderId: string, position: number) {
  const due = await lockDue(work, orderId, position)
  if (!due.ok) return due
  const { balance } = due
  const isInReview = isPaused(balance) || (await findReviewState(work.tx, orderId, work.now)) !== 'clear'
  if (isInReview) return refuse('balance_in_review')
  if (work.now < releasableFrom(balance.dueAt)) return refuse('not_overdue')
  return (await isBeingPaid(work.tx, balance)) ? refuse('payment_under_way') : allowed
}
