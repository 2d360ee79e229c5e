import { sql } from 'drizzle-orm'
import { sqlList } from '#app/db/sql.ts'
import { boolean, check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { sectionNames } from './sections.ts'

/** One row; none until somebody has typed them. */
export const shopFacts = pgTable(
  'shop_facts',
  {
    /** Always true: there is one shop. */
    isShop: boolean().primaryKey().default(true),
    /** As on the license; empty until it is typed. */
    legalName: text().notNull().default(''),
    /** The license that the shop sells under, as one line: `Federal firearms license 07, special taxpayer class 2`. */
    licenseLine: text().notNull().default(''),
    street: text().notNull().default(''),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull().default(''),
    /** As customers dial it; empty where none is stated. */
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    /** Opening hours in one line: `Mon-Fri 8:00 AM-6:00 PM`. */
    hours: text().notNull().default(''),
    /** The zone in which its days begin: `America/New_York`. */
    timeZone: text().notNull(),
    sectionsOff: text({ enum: sectionNames }).array().notNull().default([]),
    /** Counts up with each change: a form carries the one it was made from. */
    revision: integer().notNull().default(1),
    changedAt: timestamp({ withTimezone: true }).notNull(),
    changedBy: text().notNull(),
  },
  (t) => [
    check('shop_facts_one', sql`${t.isShop}`),
    check('shop_facts_sections', sql`${t.sectionsOff} <@ array[${sqlList(sectionNames)}]`),
    check('shop_facts_state', sql`${t.state} ~ '^[A-Z]{2}$'`),
  ],
)
