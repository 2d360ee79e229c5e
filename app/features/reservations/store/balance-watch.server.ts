import { and, eq, exists, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findReviewStates } from '#app/features/orders/store/review.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { after } from '#app/kit/clock.ts'
import { formatIsoDay, formatLongDay } from '#app/kit/date-format.ts'
import { balances } from '../tables.ts'
import { dueReminder, isPaused, lastReminder, payableUntil, releasableFrom } from '../rules.ts'
import { endOfDay } from './balance.server.ts'
import { type Balance, everyDue, listDueBalances } from './balance-lookup.server.ts'

/** A balance is paused while a review holds its reservation, and due later by as long when it is over; otherwise it is reminded of. Counts the mails. */
export async function watchDueBalances(work: UnitOfWork, timeZone: string): Promise<number> {
  const { tx, now, enqueue } = work
  const due = await listDueBalances(tx, everyDue)
  const states = await findReviewStates(tx, [...new Set(due.map(({ reservationId }) => reservationId))], now)
  let mailed = 0
  for (const balance of due) {
    const { id, reservationId, position: line, pausedAt, reminded } = balance
    const isHeld = (states.get(reservationId) ?? 'clear') !== 'clear'
    const next = nextOf(balance, isHeld, now, timeZone)
    if (!next) continue
    const { dueOn, mail, ...change } = next
    // Still due, and as it was read.
    const asRead = and(
      eq(balances.id, id),
      inArray(balances.state, ['open', 'held']),
      pausedAt ? eq(balances.pausedAt, pausedAt) : isNull(balances.pausedAt),
      sql`${balances.reminded} is not distinct from ${reminded}`,
    )
    const changed = await tx.update(balances).set(change).where(asRead).returning({ id: balances.id })
    if (changed.length === 0) continue
    const reason = 'The time of a review does not count'
    if (dueOn)
      await addEvent(work, reservationId, 'balance_extended', { line, by: 'The shop', reason, dueOn })
    if (!mail) continue
    await enqueue('mail-balance', { balanceId: id, ...mail })
    mailed++
  }
  return mailed
}

type Next = Partial<Pick<Balance, 'dueAt' | 'reminded' | 'pausedAt'>> & {
  dueOn?: string
  mail?: { kind: string; at: string }
}

function nextOf(balance: Balance, isHeld: boolean, now: Date, timeZone: string): Next | undefined {
  if (isHeld) return isPaused(balance) ? undefined : { pausedAt: now }
  if (balance.pausedAt) return resumed(balance.dueAt, balance.pausedAt, now, timeZone)
  const reminded = dueReminder(balance, now)
  return reminded ? { reminded, mail: { kind: reminded, at: balance.dueAt.toISOString() } } : undefined
}

/** To the end of the day. Whose buyer was late before the review has the rest of the days of grace left. */
function resumed(before: Date, pausedAt: Date, now: Date, timeZone: string): Next {
  const dueOn = formatIsoDay(after(before, now.getTime() - pausedAt.getTime()), timeZone)
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt) throw new Error(`No such day: ${dueOn}`)
  const isLate = dueAt <= now
  const reminded = isLate ? 'overdue' : lastReminder(dueAt, now)
  const mail = { kind: isLate ? 'overdue' : 'extended', at: now.toISOString() }
  return { dueAt, reminded, pausedAt: null, dueOn, ...(payableUntil(dueAt, now) && { mail }) }
}

export async function watchUnpaidBalances(work: UnitOfWork, timeZone: string): Promise<void> {
  const due = await listDueBalances(work.tx, everyDue)
  const overdue = due.filter((balance) => !isPaused(balance) && releasableFrom(balance.dueAt) <= work.now)
  const wrong = overdue.map(({ reservationId, position, dueAt }) => ({
    subject: `${reservationId} ${position + 1}`,
    detail: `The balance of order ${reservationId} was due ${formatLongDay(dueAt, timeZone)} and is not paid.`,
  }))
  await syncAlerts(work, 'balance_unpaid', wrong)
}

/** They return to `agreed`. Once the build has begun a person decides, and the gate holds them meanwhile. */
export function listRefundedBalances(db: Db) {
  const ofLine = and(
    eq(balances.reservationId, orderLines.orderId),
    eq(balances.position, orderLines.position),
  )
  const such = (state: SQL | undefined) =>
    db.select({ id: balances.id }).from(balances).where(and(ofLine, state))
  const wasPaid = such(and(eq(balances.state, 'released'), isNotNull(balances.orderId)))
  return db
    .select({ orderId: orderLines.orderId, position: orderLines.position })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.stage, 'balance_paid'),
        isNull(orderLines.returnedAt),
        exists(wasPaid),
        notExists(such(inArray(balances.state, ['paid', 'waived']))),
      ),
    )
}
