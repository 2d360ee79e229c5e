import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { isPaid, refundableCents } from '#app/features/orders/rules.ts'
import { activeStage } from '#app/features/orders/stages.ts'
import { type Sellable, storedGood } from '#app/features/orders/sellable.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { postEarned } from '#app/features/orders/store/ledger.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { isPaused, releasableFrom } from '../rules.ts'
import { freeBalance, isBeingPaid, lockAgain, lockDue, onlyBalances, setBalance } from './balance.server.ts'
import { type Balance, listBalancesOf } from './balance-lookup.server.ts'
import { offeredOrAgreed } from './facts.server.ts'

const endedWithReservation = 'Refunded with its reservation'

/** With the reservation's order locked. Money that is on its way finds nothing and goes back by itself. Safe to repeat. */
async function endBalance(work: UnitOfWork, found: Balance): Promise<void> {
  const balance = await lockAgain(work, found)
  if (balance.state === 'released') return
  if (balance.state === 'paid' && balance.orderId) {
    await requestOperatorRefund(work, onlyBalances, balance.orderId, 'all', { by: 'shop' })
    return
  }
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

/** The firearm was picked up: what was paid for it is earned. Safe to repeat. */
async function earnBalance(work: UnitOfWork, { state, orderId }: Balance): Promise<void> {
  if (state !== 'paid' || !orderId) return
  // A refund of it at the same moment waits, or is waited for.
  await lockOrder(work, orderId)
  await postEarned(work, orderId, 0)
}

async function paidCents(db: Db, { state, orderId }: Balance): Promise<number> {
  const order = state === 'paid' && orderId ? await findOrder(db, orderId) : undefined
  if (!order || !isPaid(order.state) || order.lines.some(({ isReturning }) => isReturning)) return 0
  return refundableCents(order)
}

/** A refund that takes a line back covers its balance, which is earned at the handover; what staff fixed replaces what was offered. */
export function withBalance(sellable: Sellable): Sellable {
  const { returning } = sellable
  const each = async (
    work: UnitOfWork,
    orderId: string,
    ref: unknown,
    step: (work: UnitOfWork, balance: Balance) => Promise<void>,
  ) => {
    for (const balance of await balancesOf(work.tx, sellable, orderId, ref)) await step(work, balance)
  }
  const withIt: NonNullable<Sellable['returning']> = {
    refusal: async (db, orderId, ref) => returning?.refusal(db, orderId, ref),
    async begin(work, orderId, ref, isForced) {
      const refusal = await returning?.begin(work, orderId, ref, isForced)
      if (!refusal) await each(work, orderId, ref, endBalance)
      return refusal
    },
    async undo(work, orderId, ref) {
      await returning?.undo(work, orderId, ref)
      await each(work, orderId, ref, reopenBalance)
    },
    async alsoRefundsCents(db, orderId, ref) {
      let cents = 0
      for (const balance of await balancesOf(db, sellable, orderId, ref))
        cents += await paidCents(db, balance)
      return cents
    },
  }
  const handedOver: NonNullable<Sellable['handedOver']> = (work, orderId, ref) =>
    each(work, orderId, ref, earnBalance)
  return { ...sellable, returning: withIt, handedOver, ...offeredOrAgreed(sellable.offered) }
}

/** Those that count of the order's lines of this good. */
async function balancesOf(db: Db, sellable: Sellable, orderId: string, ref: unknown): Promise<Balance[]> {
  const all = await listBalancesOf(db, orderId)
  if (all.length === 0) return []
  const order = await findOrder(db, orderId)
  const wanted = JSON.stringify(ref)
  const isOwn = (line: OrderView['lines'][number]) =>
    line.kind === sellable.kind &&
    JSON.stringify(storedGood({ [sellable.kind]: sellable }, line)?.ref) === wanted
  return (order?.lines.filter(isOwn) ?? []).flatMap(
    ({ position }) => all.find((balance) => balance.position === position) ?? [],
  )
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
