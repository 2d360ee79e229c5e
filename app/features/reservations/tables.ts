import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  char,
  jsonb,
} from 'drizzle-orm/pg-core'
import { stages } from '#app/features/orders/rules.ts'
import { carriers } from '#app/features/orders/parcels.ts'
import { orderLines, orderReviews, orders } from '#app/features/orders/tables.ts'
import { moment, sqlList } from '#app/db/sql.ts'
import { balanceStates, exits, reminderKinds, type TaxDoubt, transferees } from './rules.ts'
import { documentKinds } from '#app/features/orders/review.ts'
import { paperTypes } from '#app/files/file-type.ts'

/** Which line of an order a row is about. */
const lineColumns = () => ({ orderId: text().notNull(), position: integer().notNull() })

const toLine = ({ orderId, position }: { orderId: AnyPgColumn; position: AnyPgColumn }) =>
  foreignKey({ columns: [orderId, position], foreignColumns: [orderLines.orderId, orderLines.position] })

export const reservations = pgTable(
  'reservations',
  {
    ...lineColumns(),
    variant: text().notNull(),
    includes: text().notNull(),
    /** The final price in US cents, without sales tax. The deposit is credited to it. */
    priceCents: integer().notNull(),
    agreementVersion: text().notNull(),
    sentAt: moment().notNull(),
    sentBy: text().notNull(),
    /** Empty until the buyer accepts these terms, and again when they change. */
    acceptedAt: moment(),
    acceptedSentence: text(),
    /** Who the firearm is transferred to on Form 4; null for other firearms. */
    transferee: text({ enum: transferees }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    toLine(t),
    check('reservations_price', sql`${t.priceCents} > 0`),
    check('reservations_accepted', sql`(${t.acceptedAt} is null) = (${t.acceptedSentence} is null)`),
    check('reservations_transferee', sql`${t.transferee} in ('individual', 'trust')`),
  ],
)

/** Every move of a reservation with the day on which it really happened. Append-only, but for a wrong carrier or number, which is corrected. */
export const stageDates = pgTable(
  'stage_dates',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...lineColumns(),
    stage: text({ enum: stages }).notNull(),
    onDay: date({ mode: 'string' }).notNull(),
    setBy: text().notNull(),
    at: moment().notNull(),
    note: text().notNull().default(''),
    backReason: text(),
    overrideReason: text(),
    /** Who carries it to its dealer; null for every other move. */
    carrier: text({ enum: carriers }),
    tracking: text(),
  },
  (t) => [
    check('stage_dates_carrier', sql`${t.carrier} in ('usps', 'ups', 'fedex', 'other')`),
    check(
      'stage_dates_tracking',
      sql`(${t.carrier} is null) = (${t.tracking} is null) and ${t.tracking} <> ''`,
    ),
    check('stage_dates_shipped', sql`${t.carrier} is null or ${t.stage} = 'shipped'`),
    toLine(t),
    index('stage_dates_line').on(t.orderId, t.position, t.id),
    // The latest moves to a stage, which say how long the stage before it takes.
    index('stage_dates_stage').on(t.stage, t.id),
  ],
)

export const reservationExits = pgTable(
  'reservation_exits',
  {
    ...lineColumns(),
    exit: text({ enum: exits }).notNull(),
    atStage: text({ enum: stages }).notNull(),
    refundCents: integer().notNull(),
    /** The version of the refund policy that the buyer accepted; empty on orders before versions were stored. */
    policyVersion: text(),
    note: text().notNull(),
    endedBy: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    toLine(t),
    check('reservation_exits_refund', sql`${t.refundCents} >= 0`),
  ],
)

const documentStates = ['waiting', 'accepted', 'refused'] as const

/** Documents that buyers sent because staff requested them. The id is the name of the stored file. */
export const orderDocuments = pgTable(
  'order_documents',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    reviewId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orderReviews.id),
    kind: text({ enum: documentKinds }).notNull(),
    name: text().notNull(),
    type: text({ enum: paperTypes }).notNull(),
    /** As it is stored. */
    bytes: integer().notNull(),
    /** Of the file as it was sent: the same file is the same document. */
    hash: text().notNull(),
    sentAt: moment().notNull(),
    state: text({ enum: documentStates }).notNull().default('waiting'),
    decidedAt: moment(),
    decidedBy: text(),
    reason: text(),
  },
  (t) => [
    check('order_documents_kind', sql`${t.kind} in (${sqlList(documentKinds)})`),
    check('order_documents_type', sql`${t.type} in (${sqlList(paperTypes)})`),
    check('order_documents_state', sql`${t.state} in (${sqlList(documentStates)})`),
    check(
      'order_documents_decided',
      sql`num_nonnulls(${t.decidedAt}, ${t.decidedBy}) = case when ${t.state} = 'waiting' then 0 else 2 end`,
    ),
    check('order_documents_reason', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
    uniqueIndex('order_documents_once').on(t.orderId, t.reviewId, t.kind, t.hash),
    index('order_documents_waiting').on(t.sentAt).where(sql`${t.state} = 'waiting'`),
  ],
)

/** The stock that an order holds while its buyer pays, and buys. One counts at a time; those that ended stay: orders and refunds refer to them. */
export const balances = pgTable(
  'balances',
  {
    id: text().primaryKey(),
    reservationId: text().notNull(),
    position: integer().notNull(),
    state: text({ enum: balanceStates }).notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    /** The agreed price and the deposit credited, in cents, without tax. */
    priceCents: integer().notNull(),
    depositCents: integer().notNull(),
    /** What is due: price minus deposit, and the tax on the whole price. */
    amountCents: integer().notNull(),
    taxCents: integer().notNull(),
    /** The parts of the tax; empty if none is collected. */
    taxLabel: text().notNull(),
    /** Where the firearm is handed over, as far as it was known at the request. */
    taxState: char({ length: 2 }).notNull(),
    taxCounty: text(),
    taxDoubts: jsonb().$type<TaxDoubt[]>().notNull().default([]),
    requestedAt: moment().notNull(),
    requestedBy: text().notNull(),
    dueAt: moment().notNull(),
    /** The last reminder that was mailed, and since when they count: since people set the due date, which begins a new series. */
    reminded: text({ enum: reminderKinds }),
    remindFrom: moment().notNull(),
    /** Since when a review holds the reservation. That time does not count: the due date is moved by it when the review is over. */
    pausedAt: moment(),
    orderId: text(),
    heldUntil: moment(),
    holdVersion: integer().notNull().default(1),
    endedAt: moment(),
    endedBy: text(),
    reason: text(),
  },
  (t) => [
    uniqueIndex('balances_one').on(t.reservationId, t.position).where(sql`${t.state} <> 'released'`),
    index('balances_reservation').on(t.reservationId),
    index('balances_order').on(t.orderId),
    index('balances_due').on(t.dueAt).where(sql`${t.state} in ('open', 'held')`),
    check('balances_state', sql`${t.state} in (${sqlList(balanceStates)})`),
    check('balances_reminded', sql`${t.reminded} in (${sqlList(reminderKinds)})`),
    check(
      'balances_money',
      sql`${t.amountCents} > 0 and ${t.taxCents} >= 0 and ${t.amountCents} = ${t.priceCents} - ${t.depositCents}`,
    ),
    check('balances_held', sql`(${t.state} = 'held') = (${t.heldUntil} is not null)`),
    check('balances_order', sql`${t.state} not in ('held', 'paid') or ${t.orderId} is not null`),
  ],
)
