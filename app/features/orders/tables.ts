import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  foreignKey,
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
import { fulfilments, type Magazine, type Plate, sellableKinds, taxClasses } from './sellable.ts'

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
    /** Everything to be paid: the lines, their tax, the shipping and its tax. Without the last three until they are quoted. */
    totalCents: integer().notNull(),
    shippingCents: integer().notNull().default(0),
    shippingTaxCents: integer().notNull().default(0),
    /** Of the shipping and its tax, what was given back. */
    shippingRefundedCents: integer().notNull().default(0),
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
    /** Where parcels go. */
    shipStreet: text(),
    shipLine2: text(),
    shipCity: text(),
    shipState: char({ length: 2 }),
    shipZip: text(),
    /** The county of delivery, where sales tax depends on it. */
    shipCounty: text(),
    /** The chosen way of shipping, by its code and by its name at that time. */
    shippingMethod: text(),
    shippingName: text(),
    /** When shipping and tax were worked out and shown; empty until then, and on orders that need neither. */
    quotedAt: moment(),
    attestedAt: moment(),
    policyVersion: text(),
    /** How the parcels of this order travel, as the operator wrote it down. */
    tracking: text(),
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
      'orders_shipping',
      sql`${t.shippingCents} >= 0 and ${t.shippingTaxCents} >= 0
        and ${t.shippingRefundedCents} between 0 and ${t.shippingCents} + ${t.shippingTaxCents}`,
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

/** What an order is for: some pieces of one sellable each, with the price they were quoted at. */
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
    quantity: integer().notNull().default(1),
    /** The price of one piece, without tax. */
    unitCents: integer().notNull(),
    fulfilment: text({ enum: fulfilments }).notNull().default('transfer'),
    /** Empty on lines on which no sales tax is collected. */
    taxClass: text({ enum: taxClasses }),
    /** The sales tax on the whole line, once it is worked out. */
    taxCents: integer().notNull().default(0),
    /** Until when a line to attend may be given back. */
    refundUntil: moment(),
    /** Set on magazines: the limits of states are asked with it. */
    magazine: jsonb().$type<Magazine>(),
    /** When the line was delivered: dispatched, first downloaded, attended. Its own refund clock is over then. */
    deliveredAt: moment(),
    /** Of the line and its tax, what was given back. */
    refundedCents: integer().notNull().default(0),
    /** When the line was given up and its stock opened again, although the rest of the order may stand. */
    returnedAt: moment(),
    /** Set on regulated items, which are reservations: the state rules are asked with it. */
    itemClass: text({ enum: itemClasses }),
    /** How far the firearm of this line has come; empty on lines that are no reservation, and before payment. */
    stage: text({ enum: [...stages, ...endings] }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_lines_kind', sql`${t.kind} in (${listed(sellableKinds)})`),
    check('order_lines_price', sql`${t.unitCents} >= 0 and ${t.taxCents} >= 0`),
    check('order_lines_quantity', sql`${t.quantity} between 1 and 999`),
    check('order_lines_fulfilment', sql`${t.fulfilment} in (${listed(fulfilments)})`),
    check('order_lines_tax_class', sql`${t.taxClass} in (${listed(taxClasses)})`),
    check(
      'order_lines_refunded',
      sql`${t.refundedCents} between 0 and ${t.unitCents} * ${t.quantity} + ${t.taxCents}`,
    ),
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
    /** Of the amount, what is given back of the shipping and its tax. */
    shippingCents: integer().notNull().default(0),
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
    /** The line is given up with it: its stock opens again once the money is back. */
    isReturned: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.position] }),
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    index('refund_lines_line').on(t.orderId, t.position),
    check('refund_lines_amount', sql`${t.amountCents} >= 0`),
  ],
)
