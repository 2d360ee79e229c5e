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

/** One purchase, from the hold to the last refund. The id is its public code. */
export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    state: text({ enum: orderStates }).notNull(),
    /** The idempotency key of the start request. */
    idempotencyKey: text().notNull().unique(),
    /** Fingerprint of the request under that key, to detect the key with a different body. */
    requestFingerprint: text().notNull(),
    /** The total due: lines, their tax, shipping and its tax. Only the lines until the order is quoted. */
    totalCents: integer().notNull(),
    shippingCents: integer().notNull().default(0),
    shippingTaxCents: integer().notNull().default(0),
    /** Refunded part of the shipping and its tax. */
    shippingRefundedCents: integer().notNull().default(0),
    capturedCents: integer().notNull().default(0),
    refundedCents: integer().notNull().default(0),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    expiresCapAt: moment().notNull(),
    /**
     * The hold version that owns the stock, incremented with each change of the hold. Paying and capturing compare
     * it.
     */
    holdVersion: integer().notNull().default(1),
    paidAt: moment(),
    buyerName: text(),
    buyerEmail: text(),
    buyerPhone: text(),
    buyerState: char({ length: 2 }),
    dealerName: text(),
    dealerCity: text(),
    dealerState: char({ length: 2 }),
    /** The license of a dealer chosen from the list, without its expiry; null where the buyer named one. */
    dealerKey: text(),
    /** The chosen dealer's answer. Null until they were asked, and again when another dealer is chosen. */
    dealerAnswer: jsonb().$type<DealerAnswer>(),
    /** The shipping address. */
    shipStreet: text(),
    shipLine2: text(),
    shipCity: text(),
    shipState: char({ length: 2 }),
    shipZip: text(),
    /** The delivery county, where sales tax depends on it. */
    shipCounty: text(),
    /** The chosen shipping method, by its code and its name at that time. */
    shippingMethod: text(),
    shippingName: text(),
    /** The makeup of the sales tax, as the receipt shows it. */
    taxLabel: text(),
    /** When shipping and tax were quoted; null before that, and on orders that need neither. */
    quotedAt: moment(),
    /** Unsubmitted form input. Unchecked: it only fills forms. */
    draft: jsonb().$type<DraftDetails>(),
    attestedAt: moment(),
    policyVersion: text(),
    /** The tracking information that the operator entered. */
    tracking: text(),
    /** The verdict of the state rules that allowed the order. */
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

/** Order lines: a quantity of one sellable each, at the quoted price. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text()
      .notNull()
      .references(() => orders.id),
    position: integer().notNull(),
    kind: text({ enum: sellableKinds }).notNull(),
    /** The sellable's own reference. */
    ref: jsonb().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    /** Set on numbered units: the engraving. */
    plate: jsonb().$type<Plate>(),
    quantity: integer().notNull().default(1),
    /** The unit price, without tax. */
    unitCents: integer().notNull(),
    fulfillment: text({ enum: fulfillments }).notNull().default('ffl_transfer'),
    /** Null on lines without sales tax. */
    taxClass: text({ enum: taxClasses }),
    /** The sales tax on the whole line, once quoted. */
    taxCents: integer().notNull().default(0),
    /** Until when an `in_person` line is refundable. */
    refundUntil: moment(),
    /** Set on magazines, for state limits. */
    magazine: jsonb().$type<Magazine>(),
    /** When the line was delivered: shipped, first downloaded, attended. Ends its refund clock. */
    deliveredAt: moment(),
    /** Refunded part of the line and its tax. */
    refundedCents: integer().notNull().default(0),
    /** When the line was returned. The rest of the order may continue. */
    returnedAt: moment(),
    /** Set on regulated items, which are reservations checked by the state rules. */
    itemClass: text({ enum: itemClasses }),
    /** The stage of the reserved firearm; null on other lines and before payment. */
    stage: text({ enum: [...stages, ...endings] }),
    /** The stage at the time of the return, which decides whether the stock can be sold again. */
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

/** The history of an order, kept forever. Holds no personal data. */
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
    /** When the link stops working. Links to unpaid orders end sooner. */
    expiresAt: moment().notNull().default(sql`now() + interval '90 days'`),
    revokedAt: moment(),
  },
  (t) => [index('order_links_order').on(t.orderId), index('order_links_expires').on(t.expiresAt)],
)
