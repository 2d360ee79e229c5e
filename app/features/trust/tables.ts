import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The ways to buy the trust pack. Prices in US cents. */
export const trustPackages = pgTable(
  'trust_packages',
  {
    slug: text().primaryKey(),
    /** Its place on the page, from 1. */
    position: integer().notNull(),
    name: text().notNull(),
    priceCents: integer().notNull(),
    /** What is paid beside it: `build price`. */
    besides: text(),
    /** What sets it apart: `Best Value`. */
    flag: text(),
    /** What it saves, in words. */
    saving: text(),
    /** What is in it, one line each. */
    contents: text().array().notNull(),
  },
  (t) => [check('trust_packages_price', sql`${t.priceCents} > 0`)],
)
