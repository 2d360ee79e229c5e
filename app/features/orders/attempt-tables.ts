import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { orders } from './tables.ts'

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** States of an attempt whose outcome is not known yet. */
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
    /** The key of the form that asked for it: sending that form twice makes one attempt. */
    formKey: text().notNull(),
    requestFingerprint: text().notNull(),
    amountCents: integer().notNull(),
    gateway: text().notNull(),
    state: text({ enum: attemptStates }).notNull(),
    /** The version of the order's hold under which it was begun: its charge buys what that version owns, and nothing else. */
    holdVersion: integer().notNull().default(1),
    chargeRef: text(),
    /** What the gateway captured, and when we learned of it: written before anything follows from it. */
    capturedCents: integer(),
    capturedAt: moment(),
    /** When what follows from the charge was done: its order was paid, or its money is on its way back. */
    captureSettledAt: moment(),
    declineReason: text(),
    /** Captured after we had given it up: its money is given back and never counts as the order's. */
    isLate: boolean().notNull().default(false),
    startedAt: moment().notNull(),
    settledAt: moment(),
    /** When somebody has to look at it again: to ask the gateway, or to do what follows from a charge. Empty once all is done. */
    askAgainAt: moment(),
    asked: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('payment_attempts_form').on(t.orderId, t.formKey),
    // One order, one charge: neither two open attempts nor two captured ones can exist.
    uniqueIndex('payment_attempts_one_charge')
      .on(t.orderId)
      .where(sql`${t.state} in ('started', 'unknown', 'review', 'captured')`),
    index('payment_attempts_due').on(t.askAgainAt).where(sql`${t.askAgainAt} is not null`),
    check('payment_attempts_state', sql`${t.state} in (${listed(attemptStates)})`),
    check('payment_attempts_amount', sql`${t.amountCents} > 0`),
    check('payment_attempts_captured', sql`(${t.capturedCents} is null) = (${t.capturedAt} is null)`),
  ],
)
