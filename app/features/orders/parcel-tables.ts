import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { carriers, returnDecisions } from './parcels.ts'
import { orderLines, orders } from './tables.ts'

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
