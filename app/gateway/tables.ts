import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'

/** `voided` and `charged_back` happen only at the processor. */
export const chargeStatuses = ['captured', 'declined', 'review', 'voided', 'charged_back'] as const

/** As a remote processor keeps them: nothing else reads them, no foreign key ties them to an order, and they survive a crash. */
export const sandboxCharges = pgTable(
  'sandbox_charges',
  {
    attemptId: text().primaryKey(),
    orderId: text().notNull(),
    token: text().notNull(),
    chargeRef: text().notNull(),
    amountCents: integer().notNull(),
    refundedCents: integer().notNull().default(0),
    status: text({ enum: chargeStatuses }).notNull(),
    reason: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('sandbox_charges_status', sql`${t.status} in (${sqlList(chargeStatuses)})`),
    check('sandbox_charges_attempt', sql`length(${t.attemptId}) between 1 and 20`),
    check('sandbox_charges_amount', sql`${t.amountCents} > 0`),
    check('sandbox_charges_reason', sql`(${t.status} = 'declined') = (${t.reason} is not null)`),
    check('sandbox_charges_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
    check(
      'sandbox_charges_refunded_is_captured',
      sql`${t.refundedCents} = 0 or ${t.status} in ('captured', 'charged_back')`,
    ),
  ],
)

/** Every refund the sandbox has made. A refused one leaves no row, and may be requested again. */
export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    refundId: text().primaryKey(),
    attemptId: text()
      .notNull()
      .references(() => sandboxCharges.attemptId),
    refundRef: text().notNull(),
    amountCents: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    check('sandbox_refunds_refund', sql`length(${t.refundId}) between 1 and 20`),
    check('sandbox_refunds_amount', sql`${t.amountCents} > 0`),
    index('sandbox_refunds_attempt').on(t.attemptId),
  ],
)

export const invoiceStatuses = ['open', 'received', 'refused'] as const

export const invoices = pgTable(
  'invoices',
  {
    attemptId: text().primaryKey(),
    orderId: text().notNull(),
    amountCents: integer().notNull(),
    status: text({ enum: invoiceStatuses }).notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
    dueAt: timestamp({ withTimezone: true }).notNull(),
    reference: text(),
    reason: text(),
    decidedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('invoices_status', sql`${t.status} in ('open', 'received', 'refused')`),
    check('invoices_amount', sql`${t.amountCents} > 0`),
    check('invoices_reason', sql`(${t.status} = 'refused') = (${t.reason} is not null)`),
    check('invoices_due', sql`${t.dueAt} > ${t.issuedAt}`),
  ],
)

/** Refunds of invoices: requested, and paid out once a person has done it. A refused one leaves no row. */
export const payouts = pgTable(
  'payouts',
  {
    refundId: text().primaryKey(),
    attemptId: text()
      .notNull()
      .references(() => invoices.attemptId),
    amountCents: integer().notNull(),
    requestedAt: timestamp({ withTimezone: true }).notNull(),
    paidOutAt: timestamp({ withTimezone: true }),
    reference: text(),
  },
  (t) => [check('payouts_amount', sql`${t.amountCents} > 0`), index('payouts_attempt').on(t.attemptId)],
)

/** Processed notifications. A repeated one gets a 200 and is ignored. Deleted after a month. */
export const gatewayNotifications = pgTable(
  'gateway_notifications',
  {
    notificationId: text().primaryKey(),
    attemptId: text().notNull(),
    receivedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index('gateway_notifications_received').on(t.receivedAt)],
)
