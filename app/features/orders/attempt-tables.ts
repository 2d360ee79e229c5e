import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { orders } from './tables.ts'

export const openAttemptStates = ['started', 'unknown', 'review'] as const

const attemptStates = [...openAttemptStates, 'captured', 'declined', 'abandoned'] as const

/** Attempts to charge an order. The id is the gateway's idempotency key. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    /** The key of the submitted form. Submitting a form twice makes one attempt. */
    formKey: text().notNull(),
    requestFingerprint: text().notNull(),
    amountCents: integer().notNull(),
    gateway: text().notNull(),
    state: text({ enum: attemptStates }).notNull(),
    /** The hold version at the start of the attempt. Its charge buys only what that version owns. */
    holdVersion: integer().notNull().default(1),
    chargeRef: text(),
    /** What the gateway captured, and when we recorded it. Written before the order changes. */
    capturedCents: integer(),
    capturedAt: moment(),
    captureSettledAt: moment(),
    declineReason: text(),
    /** Captured after we had abandoned the attempt. It is refunded and never counts toward the order. */
    isLate: boolean().notNull().default(false),
    startedAt: moment().notNull(),
    settledAt: moment(),
    /** When to retry: ask the gateway again, or settle the capture. Null once settled. */
    askAgainAt: moment(),
    checks: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('payment_attempts_form').on(t.orderId, t.formKey),
    // One order, one charge: neither two open attempts nor two captured ones can exist.
    uniqueIndex('payment_attempts_one_charge')
      .on(t.orderId)
      .where(sql`${t.state} in ('started', 'unknown', 'review', 'captured')`),
    index('payment_attempts_due').on(t.askAgainAt).where(sql`${t.askAgainAt} is not null`),
    check('payment_attempts_state', sql`${t.state} in (${sqlList(attemptStates)})`),
    check('payment_attempts_amount', sql`${t.amountCents} > 0`),
    check('payment_attempts_captured', sql`(${t.capturedCents} is null) = (${t.capturedAt} is null)`),
  ],
)
