import { and, asc, eq, gt, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { AlertKind } from './kinds.ts'
import { alerts } from './tables.ts'

export type Alert = typeof alerts.$inferSelect

/**
 * An alert's subject is the code of an order, a job or a payment, never a person. `detail` describes it in a sentence.
 */
export type NewAlert = { kind: AlertKind; subject: string; detail: string }

type AlertContext = Pick<UnitOfWork, 'tx' | 'now'>

/** Raises an alert. If one of the same kind and subject is open, it is counted up and gets the new detail. */
export async function raiseAlert(
  { tx, now }: AlertContext,
  { kind, subject, detail }: NewAlert,
): Promise<void> {
  await tx
    .insert(alerts)
    .values({ kind, subject, detail, raisedAt: now, seenAt: now })
    .onConflictDoUpdate({
      target: [alerts.kind, alerts.subject],
      targetWhere: isNull(alerts.clearedAt),
      set: { detail, seenAt: now, count: sql`${alerts.count} + 1` },
    })
}

/** Clears an open alert whose cause is resolved. Safe to repeat. Returns whether one was open. */
export async function clearAlert(
  { tx, now }: AlertContext,
  kind: AlertKind,
  subject: string,
): Promise<boolean> {
  const cleared = await tx
    .update(alerts)
    .set({ clearedAt: now })
    .where(and(eq(alerts.kind, kind), eq(alerts.subject, subject), isNull(alerts.clearedAt)))
    .returning({ id: alerts.id })
  return cleared.length > 0
}

export async function clearAlertById({ tx, now }: AlertContext, id: number): Promise<boolean> {
  const cleared = await tx
    .update(alerts)
    .set({ clearedAt: now })
    .where(and(eq(alerts.id, id), isNull(alerts.clearedAt)))
    .returning({ id: alerts.id })
  return cleared.length > 0
}

export function listOpenAlerts(db: Db): Promise<Alert[]> {
  return db.select().from(alerts).where(isNull(alerts.clearedAt)).orderBy(asc(alerts.id))
}

export async function listAlertSubjects(db: Db, kind: AlertKind): Promise<string[]> {
  const open = await db
    .select({ subject: alerts.subject })
    .from(alerts)
    .where(and(eq(alerts.kind, kind), isNull(alerts.clearedAt)))
  return open.map(({ subject }) => subject)
}

/**
 * The oldest 50 open alerts that were not mailed yet. That no mail goes out is mailed once a day: where that mail arrives, it
 * clears the alert itself, which a server that takes only some of the mails would raise anew every quarter of an hour.
 */
export function listUnmailedAlerts(db: Db, now: Date): Promise<Alert[]> {
  const earlier = alias(alerts, 'earlier')
  const wasMailedToday = db
    .select()
    .from(earlier)
    .where(and(eq(earlier.kind, 'mail_outage'), gt(earlier.mailedAt, after(now, -day))))
  const isNew = or(ne(alerts.kind, 'mail_outage'), notExists(wasMailedToday))
  return db
    .select()
    .from(alerts)
    .where(and(isNull(alerts.mailedAt), isNull(alerts.clearedAt), isNew))
    .orderBy(asc(alerts.id))
    .limit(50)
}

export async function markAlertsMailed({ tx, now }: AlertContext, ids: number[]): Promise<void> {
  await tx.update(alerts).set({ mailedAt: now }).where(inArray(alerts.id, ids))
}

/** How long a cleared alert is stored, in days: long enough to notice what happens every year. */
const clearedDays = 400

export async function forgetAlerts({ tx, now }: AlertContext): Promise<void> {
  await tx.delete(alerts).where(lte(alerts.clearedAt, after(now, -clearedDays * day)))
}
