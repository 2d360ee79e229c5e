import { sql } from 'drizzle-orm'
import { catalogStates } from '#app/catalog/rules.ts'
import { check, date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { itemClasses } from '#app/features/compliance/rules.ts'
import type { FirearmDescription } from '#app/features/orders/goods.ts'
import { type BuildPrice, type Selection, slotCents, slotStates, steps, submissionVerdicts } from './rules.ts'

/** Platforms. Fields follow the specification's section 3; prices are US cents. */
export const platforms = pgTable(
  'platforms',
  {
    id: text().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    calibers: text().array().notNull(),
    /** The price it was put up with; what it costs at a moment says `price_at`. */
    startingPriceCents: integer().notNull(),
    description: text().notNull(),
    specs: text().array().notNull(),
    /** Available since. Null while it is coming. */
    availableAt: timestamp({ withTimezone: true }),
    expected: text(),
    hypeText: text(),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('platforms_state', sql`${t.state} in (${sqlList(catalogStates)})`),
    check('platforms_price', sql`${t.startingPriceCents} > 0`),
    check(
      'platforms_coming',
      sql`${t.availableAt} is not null or (${t.expected} is not null and ${t.hypeText} is not null)`,
    ),
  ],
)

/** Parts of the eight steps. Prices in US cents; 0 is shown as FREE. */
export const buildParts = pgTable(
  'build_parts',
  {
    id: text().primaryKey(),
    position: integer().notNull(),
    step: text({ enum: steps }).notNull(),
    platformId: text().references(() => platforms.id),
    name: text().notNull(),
    /** The price it was put up with; what it costs at a moment says `price_at`. */
    priceCents: integer().notNull(),
    description: text().notNull(),
    specs: text().array().notNull(),
    tags: text().array().notNull(),
    /** Drawing styles and outer lengths in inches; validated when read. */
    outline: jsonb().notNull(),
    excludes: text().array().notNull().default(sql`'{}'::text[]`),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('build_parts_state', sql`${t.state} in (${sqlList(catalogStates)})`),
    check('build_parts_step', sql`${t.step} in (${sqlList(steps)})`),
    check('build_parts_price', sql`${t.priceCents} >= 0`),
    check('build_parts_shared', sql`${t.platformId} is not null or ${t.step} in ('optics', 'accessories')`),
    index('build_parts_platform').on(t.platformId),
  ],
)

export const factoryPackages = pgTable(
  'factory_packages',
  {
    id: text().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    caliber: text().notNull(),
    barrel: text().notNull(),
    features: text().array().notNull(),
    includes: text().array().notNull(),
    priceNote: text().notNull(),
    selection: jsonb(),
    drawing: jsonb().notNull(),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [check('factory_packages_state', sql`${t.state} in (${sqlList(catalogStates)})`)],
)

export const conversions = pgTable(
  'conversions',
  {
    id: text().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    platform: text().notNull(),
    description: text().notNull(),
    weeksFrom: integer().notNull(),
    weeksTo: integer().notNull(),
    features: text().array().notNull(),
    drawing: jsonb().notNull(),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('conversions_state', sql`${t.state} in (${sqlList(catalogStates)})`),
    check('conversions_weeks', sql`${t.weeksFrom} > 0 and ${t.weeksTo} >= ${t.weeksFrom}`),
  ],
)

/** Saved builds by link code. Who saved one is not recorded. */
export const savedBuilds = pgTable('saved_builds', {
  code: text().primaryKey(),
  /** Fingerprint of selection and price: the same build saved twice has one link. */
  onceKey: text().notNull().unique(),
  selection: jsonb().$type<Selection>().notNull(),
  price: jsonb().$type<BuildPrice>().notNull(),
  totalCents: integer().notNull(),
  savedAt: timestamp({ withTimezone: true }).notNull(),
})

export const buildSubmissions = pgTable(
  'build_submissions',
  {
    id: text().primaryKey(),
    /** Fingerprint of the form: sent twice, it is one submission. */
    onceKey: text().notNull().unique(),
    buildCode: text()
      .notNull()
      .references(() => savedBuilds.code),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    state: text().notNull(),
    /** The verdict of the state rules. Refused submissions are not stored. */
    verdict: text({ enum: submissionVerdicts }).notNull(),
    /** What the build is in law, and as its dealer reads it: by the server's read-out when it was submitted. */
    itemClass: text({ enum: itemClasses }).notNull(),
    firearm: jsonb().$type<FirearmDescription>().notNull(),
    /** Build and trust pack at the catalog prices of that moment. */
    totalCents: integer().notNull(),
    submittedAt: timestamp({ withTimezone: true }).notNull(),
    slotCents: integer().notNull().default(slotCents),
    slotState: text({ enum: slotStates }).notNull().default('open'),
    orderId: text(),
    heldUntil: timestamp({ withTimezone: true }),
    /** Version of the hold that owns it: 1 when claimed, incremented with each change of the hold. */
    holdVersion: integer().notNull().default(1),
  },
  (t) => [
    check('build_submissions_item_class', sql`${t.itemClass} in (${sqlList(itemClasses)})`),
    check('build_submissions_verdict', sql`${t.verdict} in (${sqlList(submissionVerdicts)})`),
    check('build_submissions_slot', sql`${t.slotState} in (${sqlList(slotStates)})`),
    check('build_submissions_slot_price', sql`${t.slotCents} > 0`),
    check('build_submissions_order', sql`(${t.slotState} = 'open') = (${t.orderId} is null)`),
    check('build_submissions_held', sql`(${t.slotState} = 'held') = (${t.heldUntil} is not null)`),
    index('build_submissions_order_id').on(t.orderId),
    index('build_submissions_submitted').on(t.submittedAt),
  ],
)

/** The latest decision counts; the audit log has the earlier ones. What the buyer agrees to is the agreement of the order. */
export const buildDecisions = pgTable(
  'build_decisions',
  {
    submissionId: text()
      .primaryKey()
      .references(() => buildSubmissions.id, { onDelete: 'cascade' }),
    decision: text({ enum: ['approved', 'declined'] }).notNull(),
    /** Counts the decisions. */
    revision: integer().notNull().default(1),
    note: text().notNull().default(''),
    variant: text(),
    includes: text(),
    /** The final price in US cents, without sales tax. The deposit is credited to it. */
    priceCents: integer(),
    /** Weeks from the paid balance until the build is done. */
    leadWeeks: integer(),
    /** The last day, in the shop's zone, on which its deposit can be paid at this price. */
    validUntil: date({ mode: 'string' }),
    decidedBy: text().notNull(),
    decidedAt: moment().notNull(),
  },
  (t) => [
    check('build_decisions_decision', sql`${t.decision} in ('approved', 'declined')`),
    check(
      'build_decisions_terms',
      sql`(${t.decision} = 'approved') = (num_nulls(${t.variant}, ${t.includes}, ${t.priceCents}, ${t.leadWeeks}, ${t.validUntil}) = 0)`,
    ),
    check('build_decisions_price', sql`${t.priceCents} > 0`),
    check('build_decisions_lead', sql`${t.leadWeeks} > 0`),
  ],
)
