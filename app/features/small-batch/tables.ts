import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { catalogStates } from '#app/catalog/rules.ts'
import { moment } from '#app/db/moment.ts'
import { isSoundStock, numberedStock } from '#app/db/numbered-stock.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { itemClasses } from '#app/features/compliance/rules.ts'
import { releaseSlugs } from './rules.ts'

export const smallBatchReleases = pgTable(
  'small_batch_releases',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text('line', { enum: releaseSlugs }).notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    story: text().notNull(),
    details: text().array().notNull(),
    announcedFor: text().notNull(),
    opensAt: moment().notNull(),
    closesAt: moment().notNull(),
    totalUnits: integer().notNull(),
    /** US cents. */
    priceCents: integer().notNull(),
    /** US cents, taken when a slot is reserved. */
    depositCents: integer().notNull().default(10_000),
    /** How many slots one buyer may have; null for no limit. */
    maxPerBuyer: integer(),
    itemClass: text({ enum: itemClasses }).notNull().default('sbr'),
    caliber: text().notNull().default(''),
    barrel: text().notNull().default(''),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('small_batch_releases_line', sql`${t.slug} in (${sqlList(releaseSlugs)})`),
    check('small_batch_releases_state', sql`${t.state} in (${sqlList(catalogStates)})`),
    check('small_batch_releases_window', sql`${t.closesAt} > ${t.opensAt}`),
    check('small_batch_releases_units', sql`${t.totalUnits} between 1 and 50`),
    check('small_batch_releases_item_class', sql`${t.itemClass} in (${sqlList(itemClasses)})`),
    check('small_batch_releases_prices', sql`${t.priceCents} > 0 and ${t.depositCents} > 0`),
    index('small_batch_releases_line_opens').on(t.slug, t.opensAt),
  ],
)

/** One row per slot of a release: the truth of what is open, held and taken. */
export const smallBatchSlots = pgTable(
  'small_batch_slots',
  {
    releaseId: uuid()
      .notNull()
      .references(() => smallBatchReleases.id),
    ...numberedStock(),
  },
  (t) => [
    primaryKey({ columns: [t.releaseId, t.number] }),
    check('small_batch_slots_number', sql`${t.number} >= 1`),
    check('small_batch_slots_state', isSoundStock(t)),
    index('small_batch_slots_order').on(t.orderId),
  ],
)
