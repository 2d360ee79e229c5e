import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { stages } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { moment } from '#app/db/moment.ts'
import { exits } from './rules/exits.ts'

export const reservationExits = pgTable(
  'reservation_exits',
  {
    orderId: text().notNull(),
    position: integer().notNull(),
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
    foreignKey({
      columns: [t.orderId, t.position],
      foreignColumns: [orderLines.orderId, orderLines.position],
    }),
    check('reservation_exits_refund', sql`${t.refundCents} >= 0`),
  ],
)
