import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { lockOrder } from '#app/features/orders/store.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { findReviewState, findReviewStates } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { balances } from '../balance-tables.ts'
import { dueOnAfterReview, isDue, payableUntil } from '../rules/balance.ts'
import { extendBalanceHold } from './balance-change.server.ts'
import { type Balance, findBalance, listBalancesOf, listDueBalances } from './balance-lookup.server.ts'
import { endOfDay } from './balance-request.server.ts'

/** Enough for every balance that is due; a review must not run unseen on any of them. */
const maxDue = 10_000

/**
 * The time of a review does not count against its buyer. What is due of a reservation that came to be in review is paused here;
 * what no review holds any more goes on, at a later date. Safe to repeat.
 */
export async function pauseReviewedBalances(work: UnitOfWork, timeZone: string): Promise<void> {
  const due = await listDueBalances(work.tx, maxDue)
  const orderIds = [...new Set(due.map(({ reservationId }) => reservationId))]
  const states = await findReviewStates(work.tx, orderIds, work.now)
  for (const balance of due) {
    const isReviewed = states.get(balance.reservationId) !== 'clear'
    if (isReviewed && !balance.pausedAt) await pause(work, balance)
    if (!isReviewed && balance.pausedAt) await resumeBalances(work, balance.reservationId, timeZone)
  }
}

function pause({ tx, now }: UnitOfWork, { id }: Balance) {
  return tx
    .update(balances)
    .set({ pausedAt: now })
    .where(and(eq(balances.id, id), inArray(balances.state, ['open', 'held']), isNull(balances.pausedAt)))
}

/**
 * The review of an order is decided: what is due of it is due later, by the days of the review, and the buyer is mailed the new
 * date. What is being paid just now is looked at again. Nothing happens while a review holds the order. Safe to repeat.
 */
export async function resumeBalances(work: UnitOfWork, orderId: string, timeZone: string): Promise<void> {
  await lockOrder(work, orderId)
  if ((await findReviewState(work.tx, orderId, work.now)) !== 'clear') return
  const positions = new Set((await listBalancesOf(work.tx, orderId)).map(({ position }) => position))
  for (const position of positions) {
    const balance = await findBalance(work.tx, orderId, position)
    if (balance?.pausedAt && isDue(balance.state))
      await resume(work, { ...balance, pausedAt: balance.pausedAt }, timeZone)
  }
}

async function resume(work: UnitOfWork, balance: Balance & { pausedAt: Date }, timeZone: string) {
  const { tx, now } = work
  const { id, reservationId, position, pausedAt } = balance
  const [dueDay = '', openedOn = '', endedOn = ''] = [balance.dueAt, pausedAt, now].map((at) =>
    formatIsoDay(at, timeZone),
  )
  const dueOn = dueOnAfterReview(dueDay, { openedOn, endedOn })
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt) throw new Error(`No such day: ${dueOn}`)
  const until = payableUntil(dueAt, now)
  if (until && !(await extendBalanceHold(work, balance, until)).ok) return
  // Its buyer was late before the review: the rest of the days of grace is left.
  const isLate = dueAt <= now
  await tx
    .update(balances)
    .set({ dueAt, pausedAt: null, remindFrom: now, reminded: isLate ? 'overdue' : null })
    .where(eq(balances.id, id))
  await addEvent(work, reservationId, 'balance_extended', {
    line: position,
    by: 'The shop',
    reason: 'The time of a review does not count',
    dueOn,
  })
  if (until)
    await work.enqueue('mail-balance', {
      balanceId: id,
      kind: isLate ? 'overdue' : 'resumed',
      at: now.toISOString(),
    })
}
