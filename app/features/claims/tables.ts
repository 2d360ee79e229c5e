import { sql } from 'drizzle-orm'
import { check, date, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'

/** Operator-editable. A changed law is a new row, so that the old figure stays with its period. */
export const claims = pgTable(
  'claims',
  {
    id: uuid().primaryKey().defaultRandom(),
    key: text().notNull(),
    text: text().notNull(),
    figure: text().notNull(),
    source: text().notNull(),
    reviewedOn: date({ mode: 'string' }).notNull(),
    effectiveFrom: date({ mode: 'string' }),
    effectiveTo: date({ mode: 'string' }),
    period: text().notNull().default(''),
  },
  (t) => [
    unique('claims_key_from').on(t.key, t.effectiveFrom).nullsNotDistinct(),
    check('claims_period', sql`${t.effectiveFrom} <= ${t.effectiveTo}`),
  ],
)
