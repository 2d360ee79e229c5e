import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/sql.ts'

export const maxNoteLength = 2_000

/** What staff note about an order: calls, agreements, doubts. Only staff read them, and they are never changed. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text().notNull(),
    at: moment().notNull(),
    by: text().notNull(),
    text: text().notNull(),
  },
  (t) => [
    check('order_notes_text', sql`char_length(${t.text}) between 1 and ${sql.raw(String(maxNoteLength))}`),
    index('order_notes_order').on(t.orderId, t.id),
  ],
)
