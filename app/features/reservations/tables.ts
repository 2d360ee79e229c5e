import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { stages } from '#app/features/orders/rules.ts'
import { carriers } from '#app/features/orders/parcels.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { moment } from '#app/db/moment.ts'
import { transferees } from './rules/agreement.ts'

export const reservations = pgTable(
  'reservations',
  {
    orderId: text().notNull(),
    position: integer().notNull(),
    variant: text().notNull(),
    includes: text().notNull(),
    /** The final price in US cents, without sales tax. The deposit is credited to it. */
    priceCents: integer().notNull(),
    agreementVersion: text().notNull(),
    sentAt: moment().notNull(),
    sentBy: text().notNull(),
    /** Empty until the buyer accepts these terms, and again when they change. */
    acceptedAt: moment(),
    /** The sentence that the buyer confirmed, as shown. */
    acceptedSentence: text(),
    /** Who the firearm is transferred to on Form 4; null for other firearms. */
    transferee: text({ enum: transferees }),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
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
    orderId: text().notNull(),
    position: integer().notNull(),
    stage: text({ enum: stages }).notNull(),
    /** The calendar day on which it happened, in the shop's time zone. */
    onDay: date({ mode: 'string' }).notNull(),
    setBy: text().notNull(),
    at: moment().notNull(),
    note: text().notNull().default(''),
    /** Why it went back; null on a move forward. */
    backReason: text(),
    /** Why an owner moved it past the gates that held it; null where none did. */
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
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    index('stage_dates_line').on(t.orderId, t.position, t.id),
    // The latest moves to a stage, which say how long the stage before it takes.
    index('stage_dates_stage').on(t.stage, t.id),
  ],
)
