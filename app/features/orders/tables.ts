import { sql } from 'drizzle-orm'
import { bigint, char, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { itemClasses, type Verdict } from '#app/features/compliance/rules.ts'
import { taxClasses } from '#app/features/delivery/rules.ts'
import { moment } from '#app/db/moment.ts'
import type { DraftDetails } from './input.ts'
import { endings, orderStates, stages } from './rules.ts'
import type { DealerAnswer } from './rules/dealer-answer.ts'
import { fulfillments, type Magazine, type Plate, sellableKinds } from './sellable.ts'

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
    /** Which version of its hold owns the stock: one more with each change of the hold. Paying and capturing compare it. */
    holdVersion: integer().notNull().default(1),
    paidAt: moment(),
    buyerName: text(),
    buyerEmail: text(),
    buyerPhone: text(),
    buyerState: char({ length: 2 }),
    dealerName: text(),
    dealerCity: text(),
    dealerState: char({ length: 2 }),
    /** The license of a dealer who was chosen from the list, without its expiry; empty where the buyer named one. */
    dealerKey: text(),
    /** What the chosen dealer says to it. Empty until they were asked, and again when another one is chosen. */
    dealerAnswer: jsonb().$type<DealerAnswer>(),
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
    /** What the sales tax is made of, as the receipt says it. */
    taxLabel: text(),
    /** When shipping and tax were worked out and shown; empty until then, and on orders that need neither. */
    quotedAt: moment(),
    /** What the buyer typed so far and did not send. Unchecked: it fills forms, and nothing else reads it. */
    draft: jsonb().$type<DraftDetails>(),
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
      sql`(${t.state} in ('paid', 'paid_unfulfilled', 'part_refunded', 'refunded')) = (${t.paidAt} is not null)`,
    ),
    check('orders_cap', sql`${t.expiresCapAt} >= ${t.createdAt}`),
    index('orders_newest').on(t.createdAt),
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
    /** The sellable's own reference, as its feature understands it. */
    ref: jsonb().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    /** Set on numbered pieces: what is engraved. */
    plate: jsonb().$type<Plate>(),
    quantity: integer().notNull().default(1),
    /** The price of one piece, without tax. */
    unitCents: integer().notNull(),
    fulfillment: text({ enum: fulfillments }).notNull().default('ffl_transfer'),
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
    /** How far it had come when the line was given up: whether its stock can be sold again depends on it. */
    returnedStage: text({ enum: [...stages, ...endings] }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_lines_kind', sql`${t.kind} in (${listed(sellableKinds)})`),
    check('order_lines_price', sql`${t.unitCents} >= 0 and ${t.taxCents} >= 0`),
    check('order_lines_quantity', sql`${t.quantity} between 1 and 999`),
    check('order_lines_fulfillment', sql`${t.fulfillment} in (${listed(fulfillments)})`),
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
export const orderLinks = pgTable(
  'order_links',
  {
    tokenHash: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    createdAt: moment().notNull(),
    /** From when on it opens nothing. Links to an order that was never paid end sooner. */
    expiresAt: moment().notNull().default(sql`now() + interval '90 days'`),
    revokedAt: moment(),
  },
  (t) => [index('order_links_order').on(t.orderId), index('order_links_expires').on(t.expiresAt)],
)
