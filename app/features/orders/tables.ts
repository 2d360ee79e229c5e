import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { itemClasses, type Verdict } from '#app/features/compliance/rules.ts'
import { endings, orderStates, stages } from './rules.ts'
import { type Plate, sellableKinds } from './sellable.ts'

const moment = () => timestamp({ withTimezone: true })
const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** One intent to buy, from the hold to the last refund. The id is its public code. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    state: text({ enum: orderStates }).notNull(),
    /** The visitor's own key of the start request: the same key starts the same order, once. */
    idempotencyKey: text().notNull().unique(),
    /** What was asked for under that key, so that the same key with another body is noticed. */
    requestFingerprint: text().notNull(),
    totalCents: integer().notNull(),
    capturedCents: integer().notNull().default(0),
    refundedCents: integer().notNull().default(0),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    expiresCapAt: moment().notNull(),
    paidAt: moment(),
    buyerName: text(),
    buyerEmail: text(),
    buyerPhone: text(),
    buyerState: char({ length: 2 }),
    dealerName: text(),
    dealerCity: text(),
    dealerState: char({ length: 2 }),
    attestedAt: moment(),
    policyVersion: text(),
    /** The state rules' verdict that the order was let through with. */
    verdict: jsonb().$type<Verdict>(),
  },
  (t) => [
    check('orders_state', sql`${t.state} in (${listed(orderStates)})`),
    check(
      'orders_money',
      sql`${t.totalCents} >= 0 and ${t.capturedCents} in (0, ${t.totalCents}) and ${t.refundedCents} between 0 and ${t.capturedCents}`,
    ),
    check(
      'orders_paid_is_captured',
      sql`(${t.state} in ('paid', 'part_refunded', 'refunded')) = (${t.paidAt} is not null)`,
    ),
    check('orders_cap', sql`${t.expiresCapAt} >= ${t.createdAt}`),
    index('orders_due').on(t.expiresAt).where(sql`${t.state} = 'held'`),
    index('orders_settling').on(t.id).where(sql`${t.state} in ('paying', 'unknown', 'review')`),
  ],
)

/** What an order is for: one sellable each, with the price it was quoted at. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text()
      .notNull()
      .references(() => orders.id),
    position: integer().notNull(),
    kind: text({ enum: sellableKinds }).notNull(),
    /** The sellable's own reference, as its room understands it. */
    ref: jsonb().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    /** Set on numbered pieces: what is engraved. */
    plate: jsonb().$type<Plate>(),
    unitCents: integer().notNull(),
    /** Set on regulated items, which are reservations: the state rules are asked with it. */
    itemClass: text({ enum: itemClasses }),
    /** How far the firearm of this line has come; empty on lines that are no reservation, and before payment. */
    stage: text({ enum: [...stages, ...endings] }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_lines_kind', sql`${t.kind} in (${listed(sellableKinds)})`),
    check('order_lines_price', sql`${t.unitCents} >= 0`),
  ],
)

/** Everything that ever happened to an order, kept for ever. Holds no personal data. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    at: moment().notNull(),
    kind: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
  },
  (t) => [index('order_events_order').on(t.orderId)],
)

/** Private links to an order: only the hash of each secret is stored. */
export const orderLinks = pgTable('order_links', {
  tokenHash: text().primaryKey(),
  orderId: text()
    .notNull()
    .references(() => orders.id),
  createdAt: moment().notNull(),
  revokedAt: moment(),
})

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
    chargeRef: text(),
    declineReason: text(),
    /** Captured after we had given it up: its money is given back and never counts as the order's. */
    isLate: boolean().notNull().default(false),
    startedAt: moment().notNull(),
    settledAt: moment(),
    /** When the gateway is to be asked again, while the outcome is open. */
    askAgainAt: moment(),
    asked: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('payment_attempts_form').on(t.orderId, t.formKey),
    // One order, one charge: neither two open attempts nor two captured ones can exist.
    uniqueIndex('payment_attempts_one_charge')
      .on(t.orderId)
      .where(sql`${t.state} in ('started', 'unknown', 'review', 'captured')`),
    index('payment_attempts_open')
      .on(t.askAgainAt)
      .where(sql`${t.state} in ('started', 'unknown', 'review')`),
    check('payment_attempts_state', sql`${t.state} in (${listed(attemptStates)})`),
    check('payment_attempts_amount', sql`${t.amountCents} > 0`),
  ],
)

const refundStates = ['started', 'done', 'refused'] as const

/** Money given back. The id is the gateway's idempotency key. */
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
    requestedBy: text({ enum: ['buyer', 'operator', 'shop'] }).notNull(),
    state: text({ enum: refundStates }).notNull(),
    refundRef: text(),
    refusal: text(),
    startedAt: moment().notNull(),
    settledAt: moment(),
    askAgainAt: moment(),
  },
  (t) => [
    // One refund of a charge is under way at a time: two requests cannot give the same money back twice.
    uniqueIndex('refunds_one_open').on(t.attemptId).where(sql`${t.state} = 'started'`),
    index('refunds_due').on(t.askAgainAt).where(sql`${t.state} = 'started'`),
    check('refunds_amount', sql`${t.amountCents} > 0`),
  ],
)
