import { sql } from 'drizzle-orm'
import { bigint, boolean, char, check, date, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'
import { catalogStates } from '#app/catalog/rules.ts'
import { taxClasses } from './rules.ts'
const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const day = () => date({ mode: 'string' })

/** Rates of sales tax, dated: a new rate is a new row, and what was collected by an older one stays explained. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: id(),
    state: char({ length: 2 }).notNull(),
    /** Empty on a state's own rate; otherwise what this county adds to it. Without a state's own none is collected: no nexus there, or not decided yet. */
    county: text(),
    /** Millionths of the price: 60 000 is 6 %. */
    rateMillionths: integer().notNull(),
    /** The most of one single item's price that this rate is taken of, in cents; `null` takes it of all. */
    capCents: integer(),
    /** Is the charge for delivery taxed as what is delivered? Said by the state's own rate. */
    taxesShipping: boolean().notNull().default(false),
    effectiveFrom: day().notNull(),
    effectiveTo: day(),
    source: text().notNull(),
    asOf: day().notNull(),
    /** Raised by every change; a form carries the one that it was made from. */
    revision: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('tax_rates_place').on(t.state, sql`coalesce(${t.county}, '')`, t.effectiveFrom),
    check('tax_rates_rate', sql`${t.rateMillionths} between 0 and 250000`),
    check('tax_rates_cap', sql`${t.capCents} > 0`),
    check('tax_rates_period', sql`${t.effectiveTo} is null or ${t.effectiveTo} >= ${t.effectiveFrom}`),
  ],
)

/** Periods in which a state takes no tax on a class of goods. They count once somebody has confirmed them. */
export const taxExemptions = pgTable(
  'tax_exemptions',
  {
    id: id(),
    state: char({ length: 2 }).notNull(),
    taxClass: text({ enum: taxClasses }).notNull(),
    name: text().notNull(),
    effectiveFrom: day().notNull(),
    effectiveTo: day(),
    isConfirmed: boolean().notNull(),
    source: text().notNull(),
    asOf: day().notNull(),
  },
  (t) => [
    uniqueIndex('tax_exemptions_place').on(t.state, t.taxClass, t.effectiveFrom),
    check('tax_exemptions_class', sql`${t.taxClass} in (${sqlList(taxClasses)})`),
    check('tax_exemptions_period', sql`${t.effectiveTo} is null or ${t.effectiveTo} >= ${t.effectiveFrom}`),
  ],
)

export const shippingMethods = pgTable(
  'shipping_methods',
  {
    code: text().primaryKey(),
    name: text().notNull(),
    text: text().notNull(),
    /** The price it was put up with; what it costs at a moment says `price_at`. */
    priceCents: integer().notNull(),
    position: integer().notNull(),
    isByAir: boolean().notNull().default(false),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('shipping_methods_price', sql`${t.priceCents} >= 0`),
    check('shipping_methods_state', sql`${t.state} in (${sqlList(catalogStates)})`),
  ],
)
