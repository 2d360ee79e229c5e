import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { slotCents, slotStates, steps, submissionVerdicts } from './rules.ts'

const toSqlList = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** What is built on. Fields follow the specification's section 3; prices are US cents. */
export const platforms = pgTable(
  'platforms',
  {
    id: text().primaryKey(),
    /** Its place among the platforms, from 1. */
    position: integer().notNull(),
    name: text().notNull(),
    calibers: text().array().notNull(),
    startingPriceCents: integer().notNull(),
    description: text().notNull(),
    /** One line each; cards show the first three. */
    specs: text().array().notNull(),
    /** Since when it can be built. Empty while it is coming. */
    availableAt: timestamp({ withTimezone: true }),
    /** For one that is coming: when, in the catalog's words (`Q4 2024`), and a line about it. */
    expected: text(),
    hypeText: text(),
  },
  (t) => [
    check('platforms_price', sql`${t.startingPriceCents} > 0`),
    check(
      'platforms_coming',
      sql`${t.availableAt} is not null or (${t.expected} is not null and ${t.hypeText} is not null)`,
    ),
  ],
)

/** What is chosen at a step of a build. Prices in US cents; 0 is shown as FREE. */
export const buildParts = pgTable(
  'build_parts',
  {
    id: text().primaryKey(),
    /** Its place in the drawer of its step, from 1. */
    position: integer().notNull(),
    step: text({ enum: steps }).notNull(),
    /** Empty for what every platform shares. */
    platformId: text().references(() => platforms.id),
    name: text().notNull(),
    priceCents: integer().notNull(),
    description: text().notNull(),
    specs: text().array().notNull(),
    /** What it goes with, as shown. */
    tags: text().array().notNull(),
    /** Styles of the drawing, and outer lengths in inches; checked where it is read. */
    outline: jsonb().notNull(),
  },
  (t) => [
    check('build_parts_step', sql`${t.step} in (${toSqlList(steps)})`),
    check('build_parts_price', sql`${t.priceCents} >= 0`),
    check('build_parts_shared', sql`${t.platformId} is not null or ${t.step} in ('optics', 'accessories')`),
    index('build_parts_platform').on(t.platformId),
  ],
)

/** Builds that are ready to order as they are. */
export const factoryPackages = pgTable('factory_packages', {
  id: text().primaryKey(),
  /** Its place on the page, from 1. */
  position: integer().notNull(),
  name: text().notNull(),
  description: text().notNull(),
  caliber: text().notNull(),
  barrel: text().notNull(),
  features: text().array().notNull(),
  includes: text().array().notNull(),
  /** What stands in the place of a price. */
  priceNote: text().notNull(),
  /** The selection it corresponds to in the configurator, checked where it is read. Empty when it has none. */
  selection: jsonb(),
  /** What is drawn: a platform, what differs from its starting build, and which steps are inked; checked where it is read. */
  drawing: jsonb().notNull(),
})

/** What we do to a firearm that its owner has already. */
export const conversions = pgTable(
  'conversions',
  {
    id: text().primaryKey(),
    /** Its place on the page, from 1. */
    position: integer().notNull(),
    name: text().notNull(),
    /** What it is done to, as shown. */
    platform: text().notNull(),
    description: text().notNull(),
    /** How long it stays on the bench, in weeks. */
    weeksFrom: integer().notNull(),
    weeksTo: integer().notNull(),
    features: text().array().notNull(),
    /** As with packages; what is inked is what the conversion adds. */
    drawing: jsonb().notNull(),
  },
  (t) => [check('conversions_weeks', sql`${t.weeksFrom} > 0 and ${t.weeksTo} >= ${t.weeksFrom}`)],
)

/** Builds that somebody saved, by the code of their link. Nothing is known of who saved one. */
export const savedBuilds = pgTable('saved_builds', {
  code: text().primaryKey(),
  /** What was chosen and what it cost, as a fingerprint: the same build saved twice has one link. */
  onceKey: text().notNull().unique(),
  /** Ids of parts; checked where it is read. */
  selection: jsonb().notNull(),
  /** What it came to when it was saved: the platform and every part with its name, checked where it is read. */
  price: jsonb().notNull(),
  totalCents: integer().notNull(),
  savedAt: timestamp({ withTimezone: true }).notNull(),
})

/** Builds that somebody submitted, each with the slot on the bench that can be reserved for it. */
export const buildSubmissions = pgTable(
  'build_submissions',
  {
    id: text().primaryKey(),
    /** The form it came by: sent twice, it is one submission. */
    onceKey: text().notNull().unique(),
    buildCode: text()
      .notNull()
      .references(() => savedBuilds.code),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    state: text().notNull(),
    /** What the state rules said of it. Refused ones are not kept. */
    verdict: text({ enum: submissionVerdicts }).notNull(),
    /** The trust pack at its price beside a build. */
    hasTrustPack: boolean().notNull(),
    /** Build and trust pack, by the catalog at that moment. */
    totalCents: integer().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    slotCents: integer().notNull().default(slotCents),
    slotState: text({ enum: slotStates }).notNull().default('open'),
    orderId: text(),
    heldUntil: timestamp({ withTimezone: true }),
    /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
    holdVersion: integer().notNull().default(1),
  },
  (t) => [
    check('build_submissions_verdict', sql`${t.verdict} in (${toSqlList(submissionVerdicts)})`),
    check('build_submissions_slot', sql`${t.slotState} in (${toSqlList(slotStates)})`),
    check('build_submissions_slot_price', sql`${t.slotCents} > 0`),
    check('build_submissions_order', sql`(${t.slotState} = 'open') = (${t.orderId} is null)`),
    check('build_submissions_held', sql`(${t.slotState} = 'held') = (${t.heldUntil} is not null)`),
    index('build_submissions_order_id').on(t.orderId),
    index('build_submissions_submitted').on(t.submittedAt),
  ],
)
