import { and, asc, eq, lt, lte, or, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { notBackingOff } from '#app/jobs/work-items.server.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import { countOf } from '#app/kit/count.ts'
import { paymentAttempts, refunds } from '#app/features/orders/payment-tables.ts'
import { type Refund, refundSubject } from './refund.server.ts'

export const refundItem = 'carry-out-refund'

/** A refund in hand is nobody else's for so long: longer than any gateway takes to answer. */
const inHandMs = 2 * minute

export type ClaimedRefund = Refund & { chargeRef: string | null }

export async function listDueRefunds(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  gateway: string,
  max: number,
) {
  const due = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(
      and(
        eq(refunds.state, 'started'),
        lte(refunds.askAgainAt, now),
        eq(paymentAttempts.gateway, gateway),
        notBackingOff(refundItem, refunds.id, now),
      ),
    )
    .orderBy(asc(refunds.askAgainAt))
    .limit(max)
  return due.map(({ id }) => id)
}

/** `undefined` if another process has it, it is settled, or its charge is another gateway's. The number of the try tells it from later ones. */
export async function claimRefund({ tx, now }: UnitOfWork, id: string, gateway: string) {
  const [found] = await tx
    .select({ refund: refunds, chargeRef: paymentAttempts.chargeRef })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(
      and(
        eq(refunds.id, id),
        eq(refunds.state, 'started'),
        or(lte(refunds.askAgainAt, now), eq(refunds.tries, 0)),
        eq(paymentAttempts.gateway, gateway),
      ),
    )
    .for('update', { of: refunds, skipLocked: true })
  if (!found) return undefined
  const { refund, chargeRef } = found
  const tries = refund.tries + 1
  await tx
    .update(refunds)
    .set({ askAgainAt: after(now, inHandMs), tries, isUncertain: true })
    .where(eq(refunds.id, id))
  return { ...refund, chargeRef, tries }
}

/** The longest interval between retries of a refund whose outcome is unknown. */
const silentMs = minute
/** The same for one that waits for settlement or for a person. */
const pendingMs = 30 * minute

/** The gateway timed out, or cannot answer yet (`waitingFor`): soon, because the buyer is waiting, then with backoff. */
export async function retryRefundLater(work: UnitOfWork, taken: ClaimedRefund, waitingFor: string | null) {
  const passedMs = work.now.getTime() - taken.startedAt.getTime()
  const waitMs = Math.min(Math.max(passedMs, 2 * second), waitingFor === null ? silentMs : pendingMs)
  const answered = waitingFor === null ? {} : { waitingFor, answeredAt: work.now, isUncertain: false }
  await reschedule(work, taken, after(work.now, waitMs), answered)
}

/** The try threw: the next one may begin at once. */
export function releaseRefund(work: UnitOfWork, taken: ClaimedRefund) {
  return reschedule(work, taken, work.now, {})
}

async function reschedule(
  { tx, enqueue }: UnitOfWork,
  { id, tries }: ClaimedRefund,
  askAgainAt: Date,
  values: Partial<typeof refunds.$inferInsert>,
) {
  const updated = await tx
    .update(refunds)
    .set({ ...values, askAgainAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(refunds.tries, tries)))
    .returning({ id: refunds.id })
  if (updated.length > 0) await enqueue('reconcile-refunds', {}, { startAfter: askAgainAt })
}

const refundAges = { openMs: 3 * day, silentMs: 1 * hour }

export async function alertOverdueRefunds(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const overdue = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'started'),
        or(
          lt(refunds.startedAt, after(now, -refundAges.openMs)),
          lt(
            sql`coalesce(${refunds.answeredAt}, ${refunds.startedAt})`,
            after(now, -refundAges.silentMs).toISOString(),
          ),
        ),
      ),
    )
  const wrong = overdue.map((refund) => {
    const { waitingFor, tries, startedAt } = refund
    const why = waitingFor ?? 'The payment service has not answered.'
    const detail = `Open since ${startedAt.toISOString()}, tried ${countOf(tries, 'time')}. ${why}`
    return { subject: refundSubject(refund), detail }
  })
  await syncAlerts(work, 'refund_open_too_long', wrong)
}

export function listUnsettledRefunds(db: Db): Promise<Refund[]> {
  return db.select().from(refunds).where(sql`${refunds.state} <> 'done'`).orderBy(asc(refunds.startedAt))
}
