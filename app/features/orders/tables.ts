import { sql } from 'drizzle-orm'
import {
  bigint,
  char,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { itemClasses, type Verdict, type RuleRef } from '#app/features/compliance/rules.ts'
import { taxClasses } from '#app/features/delivery/rules.ts'
import { moment, sqlList } from '#app/db/sql.ts'
import { carriers, returnDecisions } from './parcels.ts'
import { endings, openStages, orderStates, stages } from './rules.ts'
import { type DealerAnswer, type DocumentKind, reviewDecisions } from './review.ts'
import {
  fulfillments,
  type FirearmDescription,
  type Magazine,
  type OfferedVariant,
  type Plate,
  type ShippingFlags,
  sellableKinds,
} from './goods.ts'

export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    state: text({ enum: orderStates }).notNull(),
    idempotencyKey: text().notNull().unique(),
    /** Fingerprint of the request under that key, to detect the key with a different body. */
    requestFingerprint: text().notNull(),
    /** The total due: lines, their tax, shipping and its tax. Only the lines until the order is quoted. */
    totalCents: integer().notNull(),
    shippingCents: integer().notNull().default(0),
    shippingTaxCents: integer().notNull().default(0),
    shippingRefundedCents: integer().notNull().default(0),
    capturedCents: integer().notNull().default(0),
    refundedCents: integer().notNull().default(0),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    expiresCapAt: moment().notNull(),
    /** Incremented with each change of the hold. Paying and capturing compare it. */
    holdVersion: integer().notNull().default(1),
    paidAt: moment(),
    /** When the mail that tells staff of the sale was begun; null until then. */
    staffToldAt: moment(),
    buyerName: text(),
    buyerEmail: text(),
    buyerPhone: text(),
    buyerState: char({ length: 2 }),
    buyerZip: char({ length: 5 }),
    dealerName: text(),
    dealerCity: text(),
    dealerState: char({ length: 2 }),
    /** Of a dealer chosen from the list; null where the buyer named one. */
    dealerZip: char({ length: 5 }),
    /** The license of a dealer chosen from the list, without its expiry; null where the buyer named one. */
    dealerKey: text(),
    /** The chosen dealer's answer. Null until a request is sent, and again when another dealer is chosen. */
    dealerAnswer: jsonb().$type<DealerAnswer>(),
    shipStreet: text(),
    shipLine2: text(),
    shipCity: text(),
    shipState: char({ length: 2 }),
    shipZip: text(),
    /** The delivery county, where sales tax depends on it. */
    shipCounty: text(),
    shippingMethod: text(),
    shippingName: text(),
    taxLabel: text(),
    /** When shipping and tax were quoted; null before that, and on orders that need neither. */
    quotedAt: moment(),
    /** When the buyer confirmed the attestation of the last payment, its sentence as shown, and the age it named. */
    attestedAt: moment(),
    attestation: text(),
    attestedAge: integer(),
    termsVersion: text(),
    refundPolicyVersion: text(),
    verdict: jsonb().$type<Verdict>(),
    /** Part of every signed link to the order: another value ends those that were made. */
    linkEpoch: text().notNull().default(''),
    /** When the buyer ended the links to everything of their email, which each of its orders notes. */
    buyerLinksEndedAt: moment(),
  },
  (t) => [
    check('orders_state', sql`${t.state} in (${sqlList(orderStates)})`),
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
    // Lists behind the counter: by age, and by what they are narrowed to most. Each is written three times in a sale.
    index('orders_newest').on(t.createdAt, t.id),
    index('orders_state_newest').on(t.state, t.createdAt, t.id),
    index('orders_paid').on(t.paidAt),
    index('orders_to_tell').on(t.paidAt).where(sql`${t.paidAt} is not null and ${t.staffToldAt} is null`),
    index('orders_told').on(t.staffToldAt).where(sql`${t.staffToldAt} is not null`),
    index('orders_buyer_email').on(sql`lower(${t.buyerEmail})`),
    index('orders_due').on(t.expiresAt).where(sql`${t.state} = 'held'`),
    // The reviews of the day's list: few among all orders.
    index('orders_in_review')
      .on(t.paidAt)
      .where(sql`${t.verdict} ->> 'outcome' <> 'allowed' and ${t.state} in ('paid', 'part_refunded')`),
    index('orders_settling').on(t.id).where(sql`${t.state} in ('paying', 'unknown', 'review')`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    orderId: text()
      .notNull()
      .references(() => orders.id),
    position: integer().notNull(),
    kind: text({ enum: sellableKinds }).notNull(),
    ref: jsonb().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    plate: jsonb().$type<Plate>(),
    quantity: integer().notNull().default(1),
    unitCents: integer().notNull(),
    fulfillment: text({ enum: fulfillments }).notNull().default('ffl_transfer'),
    taxClass: text({ enum: taxClasses }),
    /** The sales tax on the whole line, once quoted. */
    taxCents: integer().notNull().default(0),
    refundUntil: moment(),
    magazine: jsonb().$type<Magazine>(),
    firearm: jsonb().$type<FirearmDescription>(),
    flags: jsonb().$type<ShippingFlags>(),
    /** Set on a reserved firearm: its variant with the price, as it was when it was held. */
    variant: jsonb().$type<OfferedVariant>(),
    /** When the line was delivered: shipped, first downloaded, attended. Ends its refund clock. */
    deliveredAt: moment(),
    refundedCents: integer().notNull().default(0),
    returnedAt: moment(),
    itemClass: text({ enum: itemClasses }),
    /** The stage of the reserved firearm; null on other lines and before payment. */
    stage: text({ enum: [...stages, ...endings] }),
    /** The day of its latest move, which a trigger takes from the dates of stages; null until it moved. */
    stageOn: date({ mode: 'string' }),
    /** The stage at the time of the return, which decides whether the stock can be sold again. */
    returnedStage: text({ enum: [...stages, ...endings] }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    index('order_lines_open_transfers')
      .on(t.orderId)
      .where(sql`${t.stage} in (${sqlList(openStages)}) and ${t.returnedAt} is null`),
    check('order_lines_item_class', sql`${t.itemClass} in (${sqlList(itemClasses)})`),
    index('order_lines_stage').on(t.stage, t.orderId).where(sql`${t.stage} is not null`),
    check('order_lines_kind', sql`${t.kind} in (${sqlList(sellableKinds)})`),
    check('order_lines_price', sql`${t.unitCents} >= 0 and ${t.taxCents} >= 0`),
    check('order_lines_quantity', sql`${t.quantity} between 1 and 999`),
    check('order_lines_fulfillment', sql`${t.fulfillment} in (${sqlList(fulfillments)})`),
    check('order_lines_tax_class', sql`${t.taxClass} in (${sqlList(taxClasses)})`),
    check(
      'order_lines_refunded',
      sql`${t.refundedCents} between 0 and ${t.unitCents} * ${t.quantity} + ${t.taxCents}`,
    ),
  ],
)

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

export const orderReviews = pgTable(
  'order_reviews',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    decision: text({ enum: reviewDecisions }).notNull(),
    /** Why; of a requested document, what the buyer reads. */
    note: text().notNull(),
    reasons: jsonb().$type<string[]>().notNull(),
    rules: jsonb().$type<RuleRef[]>().notNull(),
    decidedBy: text().notNull(),
    at: moment().notNull(),
    dueOn: date({ mode: 'string' }),
    documents: jsonb().$type<DocumentKind[]>().notNull().default([]),
  },
  (t) => [
    check('order_reviews_decision', sql`${t.decision} in ('approved', 'declined', 'document_requested')`),
    check('order_reviews_note', sql`length(${t.note}) > 0`),
    check('order_reviews_due', sql`(${t.decision} = 'document_requested') = (${t.dueOn} is not null)`),
    index('order_reviews_latest').on(t.orderId, t.id),
  ],
)

/** Parcels of an order, numbered from 1, each with its own tracking. The state is read from the dates. */
export const parcels = pgTable(
  'parcels',
  {
    /** Made by whoever packs it, so that packing twice with one form makes one parcel. */
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    number: integer().notNull(),
    carrier: text({ enum: carriers }).notNull(),
    tracking: text().notNull().default(''),
    method: text().notNull(),
    packedAt: moment().notNull(),
    packedBy: text().notNull(),
    /** Handed to the carrier. Starts the refund clocks of its lines. */
    sentAt: moment(),
    sentBy: text(),
    deliveredAt: moment(),
    returnedAt: moment(),
    returnedBy: text(),
    decision: text({ enum: returnDecisions }),
    decisionReason: text(),
    decidedAt: moment(),
    decidedBy: text(),
    restockedAt: moment(),
    refundedAt: moment(),
  },
  (t) => [
    uniqueIndex('parcels_number').on(t.orderId, t.number),
    index('parcels_packed').on(t.packedAt).where(sql`${t.sentAt} is null`),
    index('parcels_sent').on(t.sentAt).where(sql`${t.deliveredAt} is null and ${t.returnedAt} is null`),
    index('parcels_returned').on(t.returnedAt).where(sql`${t.refundedAt} is null`),
    check('parcels_carrier', sql`${t.carrier} in (${sqlList(carriers)})`),
    check('parcels_sent_by', sql`(${t.sentAt} is null) = (${t.sentBy} is null)`),
    check(
      'parcels_sent_first',
      sql`${t.sentAt} is not null or num_nonnulls(${t.deliveredAt}, ${t.returnedAt}) = 0`,
    ),
    check('parcels_returned_first', sql`${t.returnedAt} is not null or ${t.decision} is null`),
    check('parcels_decided_first', sql`${t.decision} is not null or ${t.refundedAt} is null`),
    check('parcels_decision', sql`${t.decision} in (${sqlList(returnDecisions)})`),
    check(
      'parcels_restocked',
      sql`(${t.decision} is not distinct from 'restocked') = (${t.restockedAt} is not null)`,
    ),
    check(
      'parcels_kept_out',
      sql`${t.decision} is distinct from 'kept_out' or ${t.decisionReason} is not null`,
    ),
  ],
)

export const parcelLines = pgTable(
  'parcel_lines',
  {
    parcelId: text()
      .notNull()
      .references(() => parcels.id, { onDelete: 'cascade' }),
    orderId: text().notNull(),
    position: integer().notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.parcelId, t.position] }),
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    index('parcel_lines_order').on(t.orderId),
    check('parcel_lines_quantity', sql`${t.quantity} between 1 and 999`),
  ],
)

export const delayAnswers = ['wait', 'cancel'] as const

/** So that the desk need not search all orders: a trigger adds a paid one. Also the record of the 30-day rule (16 CFR 435.2). */
export const parcelsDue = pgTable(
  'parcels_due',
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    paidAt: moment().notNull(),
    remindedAt: moment(),
    offeredAt: moment(),
    answer: text({ enum: delayAnswers }),
    answeredAt: moment(),
  },
  (t) => [
    index('parcels_due_paid').on(t.paidAt),
    check('parcels_due_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
)
