import { asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { raiseAlert, clearAlert } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { type delayAnswers, parcelsDue } from '../parcel-tables.ts'
import { isPaid } from '../rules.ts'
import { delaySteps, remindAfterMs } from '../rules/delay.ts'
import { leftToPack } from '../rules/parcel.ts'
import { orderLines, orders } from '../tables.ts'
import { addEvent } from './lines.server.ts'
import { listParcels } from './parcels.server.ts'

export type ParcelDue = typeof parcelsDue.$inferSelect
export type DelayAnswer = (typeof delayAnswers)[number]

export async function findDue(db: Db, orderId: string): Promise<ParcelDue | undefined> {
  const [due] = await db.select().from(parcelsDue).where(eq(parcelsDue.orderId, orderId))
  return due
}

export async function markDue({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string, paidAt: Date): Promise<void> {
  await tx.insert(parcelsDue).values({ orderId, paidAt }).onConflictDoNothing()
}

/** Takes an order off the list when nothing of it is left to be sent. Called with the order locked. */
export async function clearDue(work: Pick<UnitOfWork, 'tx' | 'now'>, orderId: string): Promise<boolean> {
  const [order] = await work.tx.select({ state: orders.state }).from(orders).where(eq(orders.id, orderId))
  if (order && isPaid(order.state)) {
    const lines = await work.tx.select().from(orderLines).where(eq(orderLines.orderId, orderId))
    const parcels = await listParcels(work.tx, orderId)
    if (leftToPack(lines, parcels).length > 0) return false
    const isRefunded = (position: number) =>
      lines.some((line) => line.position === position && line.returnedAt)
    const isWaiting = parcels.some(
      (parcel) => !parcel.sentAt && parcel.lines.some((part) => !isRefunded(part.position)),
    )
    if (isWaiting) return false
  }
  await work.tx.delete(parcelsDue).where(eq(parcelsDue.orderId, orderId))
  await clearAlert(work, 'parcel_late', orderId)
  return true
}

/**
 * Looks after one order that is late, with it locked: reminds staff, offers its buyer the choice, or says that the buyer's
 * silence makes it a refund. Safe to repeat: each step is taken once.
 */
export async function attendDelay(work: UnitOfWork, orderId: string): Promise<'refund' | undefined> {
  await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  if (await clearDue(work, orderId)) return undefined
  const due = await findDue(work.tx, orderId)
  if (!due) return undefined
  const steps = delaySteps(due, work.now)
  if (steps.includes('remind')) {
    await work.tx.update(parcelsDue).set({ remindedAt: work.now }).where(eq(parcelsDue.orderId, orderId))
    const detail = 'Paid 20 days ago and not sent. On day 25 its buyer is asked whether to wait or to cancel.'
    await raiseAlert(work, { kind: 'parcel_late', subject: orderId, detail })
  }
  if (steps.includes('offer')) {
    await work.tx.update(parcelsDue).set({ offeredAt: work.now }).where(eq(parcelsDue.orderId, orderId))
    await addEvent(work, orderId, 'delay_offered')
    await work.enqueue('mail-parcel-delay', { orderId, offeredAt: work.now.toISOString() })
  }
  return steps.includes('refund') ? 'refund' : undefined
}

const maxUnsentListed = 300

export function listUnsent(db: Db) {
  return db
    .select({
      orderId: parcelsDue.orderId,
      paidAt: parcelsDue.paidAt,
      buyerName: sql<string>`coalesce(${orders.buyerName}, '')`,
    })
    .from(parcelsDue)
    .innerJoin(orders, eq(orders.id, parcelsDue.orderId))
    .orderBy(asc(parcelsDue.paidAt))
    .limit(maxUnsentListed)
}

export const countUnsent = (db: Db) => db.$count(parcelsDue)

export async function listLate(db: Db, now: Date): Promise<string[]> {
  const late = await db
    .select({ orderId: parcelsDue.orderId })
    .from(parcelsDue)
    .where(lte(parcelsDue.paidAt, after(now, -remindAfterMs)))
    .orderBy(asc(parcelsDue.paidAt))
  return late.map(({ orderId }) => orderId)
}

/** The buyer answers the offer. The last answer counts; to cancel is final, since its refund follows. */
export async function answerDelay(
  work: UnitOfWork,
  orderId: string,
  answer: DelayAnswer,
): Promise<{ ok: true } | Refusal<'not_offered'>> {
  await work.tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  const due = await findDue(work.tx, orderId)
  if (!due?.offeredAt) return refuse('not_offered')
  if (due.answer === answer) return { ok: true }
  await work.tx
    .update(parcelsDue)
    .set({ answer, answeredAt: work.now })
    .where(eq(parcelsDue.orderId, orderId))
  await addEvent(work, orderId, 'delay_answered', { answer })
  return { ok: true }
}
