import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { catalogStates } from '#app/catalog/rules.ts'
import { moment, sqlList } from '#app/db/sql.ts'
import { packFiles, packStates } from './rules.ts'

export const trustPackages = pgTable(
  'trust_packages',
  {
    slug: text().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    /** The price it was put up with; what it costs at a moment says `price_at`. */
    priceCents: integer().notNull(),
    besides: text(),
    flag: text(),
    saving: text(),
    contents: text().array().notNull(),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('trust_packages_price', sql`${t.priceCents} > 0`),
    check('trust_packages_state', sql`${t.state} in (${sqlList(catalogStates)})`),
  ],
)

/** An order makes the row of a bought pack; a free one is made when it is first opened. */
export const trustPacks = pgTable(
  'trust_packs',
  {
    id: text().primaryKey(),
    state: text({ enum: packStates }).notNull(),
    orderId: text(),
    heldUntil: moment(),
    holdVersion: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
    /** It came with a reserved firearm, and its id is that of the order. */
    isFree: boolean().notNull().default(false),
    /** The worksheet, validated when read. Personal data: deleted on request, with a refund, and after a year. */
    answers: jsonb(),
    answersAt: moment(),
  },
  (t) => [
    check('trust_packs_state', sql`${t.state} in (${sqlList(packStates)})`),
    check('trust_packs_order', sql`(${t.state} in ('held', 'taken')) = (${t.orderId} is not null)`),
    check('trust_packs_held', sql`(${t.state} = 'held') = (${t.heldUntil} is not null)`),
    check('trust_packs_answers', sql`(${t.answers} is null) = (${t.answersAt} is null)`),
    index('trust_packs_order_id').on(t.orderId),
    index('trust_packs_answered').on(t.answersAt),
  ],
)

/** Which files of a pack were downloaded, and when: a download ends the refund. No data about the visitor. */
export const trustDownloads = pgTable(
  'trust_downloads',
  {
    packId: text()
      .notNull()
      .references(() => trustPacks.id, { onDelete: 'cascade' }),
    file: text({ enum: packFiles }).notNull(),
    times: integer().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.packId, t.file] }),
    check('trust_downloads_file', sql`${t.file} in (${sqlList(packFiles)})`),
    check('trust_downloads_times', sql`${t.times} > 0`),
  ],
)
