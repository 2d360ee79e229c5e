import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { holdOwed } from '#app/features/checkout/store/owed.server.ts'
import { expireHold } from '#app/features/checkout/store/hold.server.ts'
import { isOverdue, isSettling } from '#app/features/orders/rules.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { lockOrder } from '#app/features/orders/store/dealer.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { listReviewPeriods } from '#app/features/orders/store/review-periods.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { isPaused, payableUntil } from '../rules/balance.ts'
import { type Balance, findBalance } from './balance-lookup.server.ts'
import { onlyBalances } from './balance-stock.server.ts'

export type OpenedBalance = { ok: true; orderId: string; token: string; balance: Balance }

export type OpenRefusal = Refusal<
  | 'balance_not_found'
  | 'balance_paid'
  | 'balance_waived'
  | 'balance_ended'
  | 'balance_in_review'
  | 'balance_overdue'
  | 'try_again'
>

/**
 * The order by which the buyer pays a balance, with a link of its own: the one that is there, or a new one where that ended.
 * Before the due date it holds until then; afterwards through the days of grace. Refused while the reservation is in review.
 * `until` lets staff record money that is here, later still and whatever the review says.
 */
export async function openBalance(
  work: UnitOfWork,
  reservationId: string,
  position: number,
  until?: Date,
): Promise<OpenedBalance | OpenRefusal> {
  await lockOrder(work, reservationId)
  const found = await findBalance(work.tx, reservationId, position)
  if (!found) return refuse('balance_not_found')
  if (found.state === 'paid') return refuse('balance_paid')
  if (found.state === 'waived') return refuse('balance_waived')
  if (found.state === 'released') return refuse('balance_ended')
  if (!until && (await isBalanceInReview(work.tx, found, work.now))) return refuse('balance_in_review')
  const current = found.orderId ? await findOrder(work.tx, found.orderId) : undefined
  if (found.state === 'held' && current && isUsable(current, work.now)) return opened(work, current.id, found)
  if (current) await expireHold(work, onlyBalances, current.id)
  const end = payableUntil(found.dueAt, work.now) ?? until
  if (!end) return refuse('balance_overdue')
  const reservation = await findOrder(work.tx, reservationId)
  if (!reservation) return refuse('balance_not_found')
  const orderId = await holdBalance(work, found, reservation, end)
  return orderId ? opened(work, orderId, found) : refuse('try_again')
}

/**
 * Does a review keep a balance from being paid: by the rules as they are now, or by its record, which the due date does not take into
 * account yet?
 */
export async function isBalanceInReview(db: Db, balance: Balance, now: Date): Promise<boolean> {
  const { reservationId } = balance
  if ((await findReviewState(db, reservationId, now)) !== 'clear') return true
  return isPaused(balance, await listReviewPeriods(db, reservationId))
}

async function opened(work: UnitOfWork, orderId: string, balance: Balance): Promise<OpenedBalance> {
  return { ok: true, orderId, token: await makeLink(work, orderId), balance }
}

function isUsable(order: OrderView, now: Date): boolean {
  return isSettling(order.state) || (order.state === 'held' && !isOverdue(order, now))
}

/**
 * Makes an order that holds a balance until `until`, at the total of the request with its tax, for the buyer of the
 * reservation. `undefined` where another order has it.
 */
export function holdBalance(
  work: UnitOfWork,
  balance: Balance,
  { buyerName, buyerEmail, buyerPhone }: Pick<OrderView, 'buyerName' | 'buyerEmail' | 'buyerPhone'>,
  until: Date,
): Promise<string | undefined> {
  const { id, reservationId, position, taxCents, taxLabel } = balance
  return holdOwed(work, onlyBalances, {
    key: `balance:${id}:${publicCode()}`,
    line: { kind: 'balance', ref: { balance: id, reservation: reservationId, position } },
    until,
    tax: { cents: taxCents, label: taxLabel },
    buyer: { buyerName, buyerEmail, buyerPhone },
  })
}
