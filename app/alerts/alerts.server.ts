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
import { alerts } from './tables.ts'

export const alertKinds = {
  captured_without_stock: {
    title: 'Charged without stock',
    text: 'A charge was captured after its stock had been sold to somebody else. It is refunded automatically; check that the refund is made.',
  },
  late_charge: {
    title: 'Late or different charge',
    text: 'A charge arrived after the payment had been closed, or with another amount. It is refunded automatically; check that the refund is made.',
  },
  attempt_open_too_long: {
    title: 'Payment without an answer',
    text: 'The payment service has not reported the outcome of this payment for a long time. Look it up there and settle it.',
  },
  gateway_difference: {
    title: 'Payment service and ledger differ',
    text: 'A charge or refund at the payment service does not match the shop’s records. Look it up there, then accept it on Money in the console, or correct it there.',
  },
  ledger_mismatch: {
    title: 'Order and ledger differ',
    text: 'What an order shows as paid or refunded does not match the ledger. This is a bug: tell whoever maintains the shop.',
  },
  gateway_access: {
    title: 'Payment service access refused',
    text: 'The shop could not check its keys and rights at the payment service, or they were refused. Payments and refunds may not work. The detail names what is missing.',
  },
  failed_jobs: {
    title: 'Job put aside',
    text: 'A job failed every time and was put aside. It waits until somebody retries it: the console has the reason under Failed jobs. This alert clears when none is left.',
  },
  work_item_failing: {
    title: 'Task keeps failing',
    text: 'The shop tried this several times and failed each time. The log has the reason; it delays nothing else.',
  },
  audit_log_broken: {
    title: 'The audit log was changed',
    text: 'A row of the staff audit log is missing or was changed. Compare it with a backup and with the heads in the shop log, and find out who could write to the database.',
  },
  disk_space: {
    title: 'The disk is nearly full',
    text: 'On a full disk the shop shows its pages and takes no orders. Make room, or enlarge the disk. This alert clears by itself.',
  },
  mail_outage: {
    title: 'Mail is not being sent',
    text: 'The mail server has refused or not answered for 15 minutes. No mail is lost: each one is retried for two days. Check the mail server and SMTP_URL. This alert clears when a mail is sent.',
  },
  balance_tax_differs: {
    title: 'Sales tax of a paid balance differs',
    text: 'The dealer changed after the balance was paid, and with them the place that sales tax follows. The charge stays as it is. Refund the difference as an amount of the balance order, collect it or bear it, and mark this as done.',
  },
  refund_refused: {
    title: 'Refund refused',
    text: 'The payment service refused a refund, and its buyer was told that we take care of it. On the sheet of its order, try it again, or pay it yourself and record that.',
  },
  refund_by_check: {
    title: 'Refund to be paid by check',
    text: 'The payment service no longer takes this refund to the card. Send its buyer a check, then record it on the sheet of its order.',
  },
  refund_open_too_long: {
    title: 'Refund open for too long',
    text: 'A refund is neither made nor refused. The sheet of its order says what it is waiting for. Look it up at the payment service.',
  },
  refund_made_twice: {
    title: 'Refund made more than once',
    text: 'A refund was made at the payment service after it had been settled in another way. Look it up there: the buyer may have the money twice.',
  },
  parcel_late: {
    title: 'Package late',
    text: 'An order was paid 20 days ago and not all of it was sent. The law gives 30 days, then the buyer chooses. Send it, or look at the detail.',
  },
  balance_unpaid: {
    title: 'Balance unpaid for too long',
    text: 'The balance of a reservation is unpaid although its days of grace are over. Give the buyer more time, or release the reservation, on its sheet. This alert clears by itself.',
  },
  order_line_unreadable: {
    title: 'A line of an order cannot be read',
    text: 'What a line of this order sold is stored in a shape that the shop does not know. It is shown by its title, takes no payment, and only staff refund it. Tell whoever maintains the shop.',
  },
  card_testing: {
    title: 'Stolen cards are being tested',
    text: 'Many payments within 10 minutes were declined, and most attempts failed. Until this is over, each payment requires a few seconds of computing. Look at the declined payments at the payment service, and consider closing sales there. This alert clears by itself.',
  },
} as const satisfies Record<string, { title: string; text: string }>

export type AlertKind = keyof typeof alertKinds

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
