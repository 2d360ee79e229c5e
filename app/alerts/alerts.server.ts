import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { AlertKind } from './kinds.ts'
import { alerts } from './tables.ts'

export type Alert = typeof alerts.$inferSelect

/** An alert's subject is the code of an order, a job or a payment, never a person. */
export type NewAlert = { kind: AlertKind; subject: string; detail: string }

type AlertContext = Pick<UnitOfWork, 'tx' | 'now'>

/** One of the same kind and subject is counted up and gets the new detail. */
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

/** Safe to repeat. */
export function clearAlert(ctx: AlertContext, kind: AlertKind, subject: string): Promise<void> {
  return clear(ctx, and(eq(alerts.kind, kind), eq(alerts.subject, subject)))
}

export function clearAlertById(ctx: AlertContext, id: number): Promise<void> {
  return clear(ctx, eq(alerts.id, id))
}

async function clear({ tx, now }: AlertContext, which: SQL | undefined): Promise<void> {
  await tx
    .update(alerts)
    .set({ clearedAt: now })
    .where(and(which, isNull(alerts.clearedAt)))
}

export function listOpenAlerts(db: Db): Promise<Alert[]> {
  return db.select().from(alerts).where(isNull(alerts.clearedAt)).orderBy(asc(alerts.id))
}

/** Brings the open alerts of a kind to what is wrong right now. What stays the same is not counted again. */
export async function syncAlerts(
  { tx, now }: AlertContext,
  kind: AlertKind,
  wrong: readonly Omit<NewAlert, 'kind'>[],
): Promise<void> {
  const subjects = wrong.map(({ subject }) => subject)
  await clear({ tx, now }, and(eq(alerts.kind, kind), notInArray(alerts.subject, subjects)))
  if (wrong.length === 0) return
  await tx
    .insert(alerts)
    .values(wrong.map((each) => ({ ...each, kind, raisedAt: now, seenAt: now })))
    .onConflictDoUpdate({
      target: [alerts.kind, alerts.subject],
      targetWhere: isNull(alerts.clearedAt),
      set: { detail: sql`excluded.detail`, seenAt: now, count: sql`${alerts.count} + 1` },
      setWhere: sql`${alerts.detail} <> excluded.detail`,
    })
}

export async function clearStaleAlerts(ctx: AlertContext, kind: AlertKind, ms: number): Promise<void> {
  await clear(ctx, and(eq(alerts.kind, kind), lte(alerts.seenAt, after(ctx.now, -ms))))
}

/** An outage of mail is mailed once a day: that mail clears its alert by arriving, and a server that takes some would raise it anew every 15 minutes. */
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
