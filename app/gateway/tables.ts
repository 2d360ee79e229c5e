import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'

/** `review`: a person decides, for an invoice whoever sees the money. `voided` and `charged_back` happen only at a processor. */
const chargeStatuses = ['captured', 'declined', 'review', 'voided', 'charged_back'] as const

/** As a remote processor keeps them: nothing else reads them, no foreign key ties them to an order, and they survive a crash. */
function chargesTable(name: string, { areDue }: { areDue: boolean }) {
  return pgTable(
    name,
    {
      attemptId: text().primaryKey(),
      orderId: text().notNull(),
      token: text().notNull(),
      chargeRef: text().notNull(),
      amountCents: integer().notNull(),
      refundedCents: integer().notNull().default(0),
      status: text({ enum: chargeStatuses }).notNull(),
      reason: text(),
      reference: text(),
      createdAt: timestamp({ withTimezone: true }).notNull(),
      dueAt: timestamp({ withTimezone: true }),
      /** When an invoice was paid or closed. A processor lists a charge by when it was made. */
      decidedAt: timestamp({ withTimezone: true }),
    },
    (t) => [
      check(`${name}_status`, sql`${t.status} in (${sqlList(chargeStatuses)})`),
      check(`${name}_attempt`, sql`length(${t.attemptId}) between 1 and 20`),
      check(`${name}_amount`, sql`${t.amountCents} > 0`),
      check(`${name}_reason`, sql`(${t.status} = 'declined') = (${t.reason} is not null)`),
      check(`${name}_refunded`, sql`${t.refundedCents} between 0 and ${t.amountCents}`),
      check(
        `${name}_refunded_is_captured`,
        sql`${t.refundedCents} = 0 or ${t.status} in ('captured', 'charged_back')`,
      ),
      check(
        `${name}_due`,
        areDue ? sql`${t.dueAt} is not null and ${t.dueAt} > ${t.createdAt}` : sql`${t.dueAt} is null`,
      ),
    ],
  )
}

/** Requested, and paid out: at once, or once a person has done it. A refused one leaves no row, and may be requested again. */
function refundsTable(name: string, charges: ReturnType<typeof chargesTable>) {
  return pgTable(
    name,
    {
      refundId: text().primaryKey(),
      attemptId: text()
        .notNull()
        .references(() => charges.attemptId),
      refundRef: text().notNull(),
      amountCents: integer().notNull(),
      createdAt: timestamp({ withTimezone: true }).notNull(),
      paidOutAt: timestamp({ withTimezone: true }),
      reference: text(),
    },
    (t) => [
      check(`${name}_refund`, sql`length(${t.refundId}) between 1 and 20`),
      check(`${name}_amount`, sql`${t.amountCents} > 0`),
      index(`${name}_attempt`).on(t.attemptId),
    ],
  )
}

export const sandboxCharges = chargesTable('sandbox_charges', { areDue: false })
export const sandboxRefunds = refundsTable('sandbox_refunds', sandboxCharges)

/** Money that staff take and pay back themselves. */
export const invoices = chargesTable('invoices', { areDue: true })
export const payouts = refundsTable('payouts', invoices)

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
