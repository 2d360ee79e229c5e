import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { payoutMethods } from './rules.ts'
import { orderLines, orders } from './tables.ts'
import { paymentAttempts } from './attempt-tables.ts'

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** States of a refund of which the money is still to go back. */
export const openRefundStates = ['started', 'by_check'] as const

const refundStates = [...openRefundStates, 'done', 'refused'] as const

/**
 * Money given back. The id is the gateway's idempotency key. Several refunds of a charge may wait side by side: a trigger
 * refuses the one with which they would sum up to more than was charged.
 *
 * `by_check`: the payment service no longer takes it back to the card, so a person pays it. `refused`: nothing moved; it
 * can be tried again, or be paid by a person.
 */
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
    /** Of the amount, what is given back of the shipping and its tax. */
    shippingCents: integer().notNull().default(0),
    requestedBy: text({ enum: ['buyer', 'operator', 'shop'] }).notNull(),
    state: text({ enum: refundStates }).notNull(),
    /** The gateway's reference; of a refund that a person paid, theirs. */
    refundRef: text(),
    /** Set on refunds that a person paid outside the payment service. */
    payoutMethod: text({ enum: payoutMethods }),
    /** Why the payment service did not make it, in a sentence for the buyer. */
    refusal: text(),
    startedAt: moment().notNull(),
    settledAt: moment(),
    askAgainAt: moment(),
    /** What has to happen first, as the gateway said; empty while it has said nothing. */
    waitingFor: text(),
    /** When the gateway said something of it last. */
    answeredAt: moment(),
    /** How many times the gateway was to be asked. */
    tries: integer().notNull().default(0),
    /** Who carries it out: one at a time. */
    lease: text(),
    /** Until when. Left status by a try whose answer was lost: then the gateway is asked what it did before anything else. */
    leasedUntil: moment(),
  },
  (t) => [
    index('refunds_due').on(t.askAgainAt).where(sql`${t.state} = 'started'`),
    index('refunds_open').on(t.startedAt).where(sql`${t.state} <> 'done'`),
    index('refunds_order').on(t.orderId),
    index('refunds_attempt').on(t.attemptId),
    check('refunds_state', sql`${t.state} in (${listed(refundStates)})`),
    check('refunds_payout_method', sql`${t.payoutMethod} in (${listed(payoutMethods)})`),
    check('refunds_amount', sql`${t.amountCents} > 0 and ${t.shippingCents} between 0 and ${t.amountCents}`),
  ],
)

/** Of which lines a refund gives how much back. With the shipping, the parts are the refund, to the cent. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: text()
      .notNull()
      .references(() => refunds.id),
    orderId: text().notNull(),
    position: integer().notNull(),
    /** Of the line and its tax. */
    amountCents: integer().notNull(),
    /** The line is given up with it. */
    isReturned: boolean().notNull(),
    /** False while its refund is refused. A trigger keeps it in step. */
    counts: boolean().notNull().default(true),
    /** The stock of the line opens to others once the money is back. */
    releasesStock: boolean().notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.position] }),
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    index('refund_lines_line').on(t.orderId, t.position),
    // A line is returned once. A refused refund returns nothing, so another one may return its lines.
    uniqueIndex('refund_lines_one_return')
      .on(t.orderId, t.position)
      .where(sql`${t.isReturned} and ${t.counts}`),
    check('refund_lines_amount', sql`${t.amountCents} >= 0`),
  ],
)
