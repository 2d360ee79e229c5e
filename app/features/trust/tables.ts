import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { packageKinds, packFiles, packStates } from './rules.ts'

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

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
/**
 * Packs, from the moment they are granted or ordered. A pack alone is made by the order that asks for it; one for a code
 * or beside a build is granted first, is `open`, and can be had once.
 */
export const trustPacks = pgTable(
  'trust_packs',
  {
    id: text().primaryKey(),
    package: text({ enum: packageKinds }).notNull(),
    state: text({ enum: packStates }).notNull(),
    /** The order that holds it or has bought it. */
    orderId: text(),
    heldUntil: moment(),
    /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
    holdVersion: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
    /** Of one beside a build: the submitted build that it goes with. */
    submission: text().unique(),
    /** Of a free one: the code that gives it, hashed, and the reservation that earned it. */
    codeHash: text().unique(),
    earnedOrder: text(),
    earnedPosition: integer(),
    /** The worksheet, checked where it is read: personal data, deleted on request, with a refund, and after a year. */
    answers: jsonb(),
    answersAt: moment(),
    /** Counts up with each save, so that two windows do not overwrite each other unseen. */
    answersVersion: integer().notNull().default(0),
  },
  (t) => [
    check('trust_packs_package', sql`${t.package} in (${listed(packageKinds)})`),
    check('trust_packs_state', sql`${t.state} in (${listed(packStates)})`),
    check('trust_packs_order', sql`(${t.state} in ('held', 'taken')) = (${t.orderId} is not null)`),
    check('trust_packs_held', sql`(${t.state} = 'held') = (${t.heldUntil} is not null)`),
    check('trust_packs_answers', sql`(${t.answers} is null) = (${t.answersAt} is null)`),
    uniqueIndex('trust_packs_earned').on(t.earnedOrder, t.earnedPosition),
    index('trust_packs_order_id').on(t.orderId),
    index('trust_packs_answered').on(t.answersAt),
  ],
)

/** Which files of a pack were downloaded, how often and since when: what a refund is judged by. Nothing of who or where. */
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
    check('trust_downloads_file', sql`${t.file} in (${listed(packFiles)})`),
    check('trust_downloads_times', sql`${t.times} > 0`),
  ],
)
