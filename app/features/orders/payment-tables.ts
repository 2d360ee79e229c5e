import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  foreignKey,
  primaryKey,
} from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { orders, orderLines } from './tables.ts'
import { payoutMethods } from './rules.ts'

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
    /** The keyed hash of the card, while limits count it: some minutes. */
    card: text(),
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
    index('payment_attempts_card').on(t.card).where(sql`${t.card} is not null`),
    index('payment_attempts_started').on(t.startedAt),
    index('payment_attempts_due').on(t.askAgainAt).where(sql`${t.askAgainAt} is not null`),
    check('payment_attempts_state', sql`${t.state} in (${sqlList(attemptStates)})`),
    check('payment_attempts_amount', sql`${t.amountCents} > 0`),
    check('payment_attempts_captured', sql`(${t.capturedCents} is null) = (${t.capturedAt} is null)`),
  ],
)

export const openRefundStates = ['started', 'by_check'] as const

const refundStates = [...openRefundStates, 'done', 'refused'] as const

/** A trigger keeps their sum within the charge. `by_check`: a person pays it. `refused`: nothing moved; it can be retried. */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    attemptId: text()
      .notNull()
      .references(() => paymentAttempts.id),
    amountCents: integer().notNull(),
    /** The part of the amount that is shipping and its tax. */
    shippingCents: integer().notNull().default(0),
    requestedBy: text({ enum: ['buyer', 'operator', 'shop'] }).notNull(),
    reason: text(),
    state: text({ enum: refundStates }).notNull(),
    refundRef: text(),
    payoutMethod: text({ enum: payoutMethods }),
    refusal: text(),
    startedAt: moment().notNull(),
    settledAt: moment(),
    askAgainAt: moment(),
    /** What the gateway is waiting for; null until it says so. */
    waitingFor: text(),
    answeredAt: moment(),
    tries: integer().notNull().default(0),
    /** The answer to the last try is not known: ask the gateway what it did before trying again. */
    isUncertain: boolean().notNull().default(false),
  },
  (t) => [
    index('refunds_due').on(t.askAgainAt).where(sql`${t.state} = 'started'`),
    index('refunds_open').on(t.startedAt).where(sql`${t.state} <> 'done'`),
    index('refunds_order').on(t.orderId),
    index('refunds_attempt').on(t.attemptId),
    check('refunds_state', sql`${t.state} in (${sqlList(refundStates)})`),
    check('refunds_payout_method', sql`${t.payoutMethod} in (${sqlList(payoutMethods)})`),
    check('refunds_amount', sql`${t.amountCents} > 0 and ${t.shippingCents} between 0 and ${t.amountCents}`),
  ],
)

/** How much of each line a refund returns. Together with the shipping part they equal the refund to the cent. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: text()
      .notNull()
      .references(() => refunds.id),
    orderId: text().notNull(),
    position: integer().notNull(),
    amountCents: integer().notNull(),
    isReturned: boolean().notNull(),
    /** False while its refund is refused. Maintained by a trigger. */
    counts: boolean().notNull().default(true),
    /** The line's stock is released once the refund is paid. */
    releasesStock: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.position] }),
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    index('refund_lines_line').on(t.orderId, t.position),
    // A line can be returned once. A refused refund returns nothing, so another refund may return its lines.
    uniqueIndex('refund_lines_one_return')
      .on(t.orderId, t.position)
      .where(sql`${t.isReturned} and ${t.counts}`),
    check('refund_lines_amount', sql`${t.amountCents} >= 0`),
  ],
)
