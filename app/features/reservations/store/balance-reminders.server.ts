import { and, eq, sql } from 'drizzle-orm'
import { clearAlert, listAlertSubjects, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { balances } from '../balance-tables.ts'
import { dueReminder } from '../rules/balance.ts'
import { type Balance, listDueBalances, listReleasableBalances } from './balance-lookup.server.ts'

/** Queues the reminders that are due, each once. Returns how many. */
export async function remindOfBalances(work: UnitOfWork): Promise<number> {
  const { tx, now, enqueue } = work
  let queued = 0
  for (const balance of await listDueBalances(tx)) {
    const kind = balance.isPaused ? null : dueReminder(balance, now)
    if (!kind) continue
    const { id, reminded, reservationId } = balance
    // Nobody may pay it meanwhile; once the review is decided, the last reminder that is due goes out.
    if ((await findReviewState(tx, reservationId, now)) !== 'clear') continue
    const noted = await tx
      .update(balances)
      .set({ reminded: kind })
      .where(and(eq(balances.id, id), sql`${balances.reminded} is not distinct from ${reminded}`))
      .returning({ id: balances.id })
    if (noted.length === 0) continue
    await enqueue('mail-balance', { balanceId: id, kind, at: balance.dueAt.toISOString() })
    queued++
  }
  return queued
}

/** Tells the desk of unpaid balances whose days of grace are over, and takes that back for those that were settled. */
export async function watchUnpaidBalances(work: UnitOfWork, timeZone: string): Promise<void> {
  const overdue = await listReleasableBalances(work.tx, work.now)
  for (const balance of overdue)
    await raiseAlert(work, {
      kind: 'balance_unpaid',
      subject: subjectOf(balance),
      detail: detailOf(balance, timeZone),
    })
  const open = new Set(overdue.map(subjectOf))
  for (const subject of await listAlertSubjects(work.tx, 'balance_unpaid'))
    if (!open.has(subject)) await clearAlert(work, 'balance_unpaid', subject)
}

function subjectOf({ reservationId, position }: Balance): string {
  return `${reservationId} ${position + 1}`
}

function detailOf({ reservationId, dueAt }: Balance, timeZone: string): string {
  return `The balance of order ${reservationId} was due ${formatLongDay(dueAt, timeZone)} and is not paid.`
}
