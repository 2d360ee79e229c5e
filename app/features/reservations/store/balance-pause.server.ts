import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { lockOrder } from '#app/features/orders/store/dealer.server.ts'
import { type Sellables, addEvent, findOrderForUpdate } from '#app/features/orders/store/lines.server.ts'
import { askReview, findReviewStates } from '#app/features/orders/store/review.server.ts'
import { listReviewPeriods, type ReviewPeriod } from '#app/features/orders/store/review-periods.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { balances } from '../balance-tables.ts'
import { dueOnAfterReviews, isDue, isPaused, lastReminder, payableUntil } from '../rules/balance.ts'
import { extendBalanceHold } from './balance-change.server.ts'
import { type Balance, findBalance, listBalancesOf, listDueBalances } from './balance-lookup.server.ts'
import { endOfDay } from './balance-request.server.ts'

/** Enough for every balance that is due. */
const maxDue = 10_000

/**
 * Judges reservations again whose review opened or ended with no change of their record, as a rule does that nobody looked at for too
 * long, and counts what could not be counted when a review ended, because the balance was being paid. Safe to repeat.
 */
export async function rejudgeDueBalances(work: UnitOfWork, sellables: Sellables, timeZone: string) {
  const due = await listDueBalances(work.tx, maxDue)
  const orderIds = [...new Set(due.map(({ reservationId }) => reservationId))]
  const states = await findReviewStates(work.tx, orderIds, work.now)
  for (const orderId of orderIds) {
    const isHeld = states.get(orderId) !== 'clear'
    const own = due.filter(({ reservationId }) => reservationId === orderId)
    if (own.every((balance) => balance.isPaused === isHeld)) continue
    const found = await findOrderForUpdate(work, sellables, orderId)
    if (!found) continue
    await askReview(
      work,
      found.order,
      found.lines.map(({ line }) => line),
    )
    await resumeBalances(work, orderId, timeZone)
  }
}

/**
 * The review of an order is over: what is due of it is due later, by the days of the review, and the buyer is mailed the new
 * date. What is being paid just now is looked at again. Nothing happens while a review holds the order. Safe to repeat.
 */
export async function resumeBalances(work: UnitOfWork, orderId: string, timeZone: string): Promise<void> {
  await lockOrder(work, orderId)
  const periods = await listReviewPeriods(work.tx, orderId)
  const reviews = periods.filter((period): period is EndedPeriod => period.endedAt !== null)
  const last = reviews.at(-1)
  if (!last || reviews.length < periods.length) return
  const positions = new Set((await listBalancesOf(work.tx, orderId)).map(({ position }) => position))
  for (const position of positions) {
    const balance = await findBalance(work.tx, orderId, position)
    if (balance && isDue(balance.state) && isPaused(balance, reviews))
      await resume(work, balance, { reviews, countedReviewId: last.id, timeZone })
  }
}

type EndedPeriod = ReviewPeriod & { endedAt: Date }

async function resume(
  work: UnitOfWork,
  balance: Balance,
  {
    reviews,
    countedReviewId,
    timeZone,
  }: { reviews: readonly EndedPeriod[]; countedReviewId: number; timeZone: string },
) {
  const { tx, now } = work
  const { id, reservationId, position } = balance
  const dueOn = dueOnAfterReviews(balance, reviews, (at) => formatIsoDay(at, timeZone))
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt) throw new Error(`No such day: ${dueOn}`)
  const until = payableUntil(dueAt, now)
  if (until && !(await extendBalanceHold(work, balance, until)).ok) return
  // Its buyer was late before the review: the rest of the days of grace is left.
  const isLate = dueAt <= now
  await tx
    .update(balances)
    .set({ dueAt, countedReviewId, reminded: isLate ? 'overdue' : lastReminder(dueAt, now) })
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
