import { and, asc, eq, lt, lte, or, sql } from 'drizzle-orm'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { notBackingOff } from '#app/jobs/work-items.server.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { paymentAttempts } from '#app/features/orders/attempt-tables.ts'
import { refunds } from '#app/features/orders/refund-tables.ts'
import type { Refund } from './refund.server.ts'
import { subjectOf } from './settle-refund.server.ts'

/** The name under which failures to carry out a refund are counted. */
export const refundItem = 'carry-out-refund'

/** How long a refund belongs to who carries it out: longer than any gateway may take to answer. */
const leaseMs = 2 * minute

/** A refund that is being carried out by us alone. */
export type LeasedRefund = Refund & {
  lease: string
  chargeRef: string | null
  /** An answer of an earlier try was lost: the gateway may have made the refund. */
  isUncertain: boolean
}

/** Refunds at a gateway of which the outcome is open and due to be asked for, the longest due first. */
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

/**
 * Takes a refund to carry it out. `undefined` where somebody else is at it, where it is settled, and where another
 * gateway is in use than the one that has its charge.
 */
export async function leaseRefund(
  work: UnitOfWork,
  id: string,
  gateway: string,
): Promise<LeasedRefund | undefined> {
  const { tx, now } = work
  const [found] = await tx
    .select({ refund: refunds, chargeRef: paymentAttempts.chargeRef })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(paymentAttempts.gateway, gateway)))
    .for('update', { of: refunds, skipLocked: true })
  if (!found) return undefined
  const { refund, chargeRef } = found
  if (refund.leasedUntil !== null && refund.leasedUntil > now) return undefined
  const [lease, until] = [publicCode(16), after(now, leaseMs)]
  await tx
    .update(refunds)
    .set({ lease, leasedUntil: until, askAgainAt: until, tries: sql`${refunds.tries} + 1` })
    .where(eq(refunds.id, id))
  return { ...refund, lease, chargeRef, isUncertain: refund.leasedUntil !== null }
}

/** How far apart questions grow about a refund of which the outcome is not known. */
const silentMs = minute
/** And about one that waits for the charge to settle or for a person: nobody stands by. */
const pendingMs = 30 * minute

/**
 * The gateway went silent, or cannot say yet (`waitingFor`): it is asked again soon, since the buyer watches, and ever more
 * slowly after that.
 */
export async function retryRefundLater(work: UnitOfWork, taken: LeasedRefund, waitingFor: string | null) {
  const passedMs = work.now.getTime() - taken.startedAt.getTime()
  const waitMs = Math.min(Math.max(passedMs, 2 * second), waitingFor === null ? silentMs : pendingMs)
  await reschedule(work, taken, after(work.now, waitMs), {
    ...(waitingFor !== null && { waitingFor, answeredAt: work.now }),
    // Silence leaves its lease behind, as a process that died does.
    leasedUntil: waitingFor === null ? work.now : null,
  })
}

/** Something threw while the refund was carried out: others may take it. Nobody knows whether the gateway made it. */
export async function releaseRefundLease(work: UnitOfWork, taken: LeasedRefund) {
  await reschedule(work, taken, work.now, { leasedUntil: work.now })
}

async function reschedule(
  { tx, enqueue }: UnitOfWork,
  { id, lease }: LeasedRefund,
  askAgainAt: Date,
  values: Partial<typeof refunds.$inferInsert>,
) {
  const updated = await tx
    .update(refunds)
    .set({ ...values, askAgainAt })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'started'), eq(refunds.lease, lease)))
    .returning({ id: refunds.id })
  if (updated.length > 0) await enqueue('reconcile-refunds', {}, { startAfter: askAgainAt })
}

/** How long a refund may be open before a person is told, and how long the gateway may say nothing of it. */
const refundAges = { openMs: 3 * day, silentMs: 1 * hour }

/** Tells the shop's desk of refunds that are open for too long. */
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
  for (const refund of overdue) {
    const { waitingFor, tries } = refund
    const why = waitingFor ?? 'The payment service has not answered.'
    const detail = `Open since ${refund.startedAt.toISOString()}, tried ${tries} times. ${why}`
    await raiseAlert(work, { kind: 'refund_open_too_long', subject: subjectOf(refund), detail })
  }
}

/** Refunds of all orders that a person may have to do something about, oldest first. */
export function listUnsettledRefunds(db: Db): Promise<Refund[]> {
  return db.select().from(refunds).where(sql`${refunds.state} <> 'done'`).orderBy(asc(refunds.startedAt))
}
