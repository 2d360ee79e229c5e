import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'

export const orderViews = pgTable(
  'order_views',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid().notNull(),
    name: text().notNull(),
    /** As `formatQuery` writes it. */
    query: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    // Saved under the same name again, it replaces what was there.
    uniqueIndex('order_views_name').on(t.memberId, sql`lower(${t.name})`),
    check('order_views_name_length', sql`char_length(${t.name}) between 1 and 40`),
  ],
)
