import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { itemClasses } from '#app/features/compliance/rules.ts'
import { maxPerBuyer } from '#app/features/checkout/rules.ts'
import { catalogStates } from '#app/catalog/rules.ts'
import { moment, sqlList } from '#app/db/sql.ts'
import { isSoundStock, numberedStock } from '#app/db/held-stock.server.ts'
import { dropCategories, dropStatuses, dropThemes, maxUnits, smallBatches } from './rules.ts'
import type { DropPlan } from './plan-fields.ts'

export const drops = pgTable(
  'drops',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    tagline: text(),
    description: text(),
    story: text(),
    status: text({ enum: dropStatuses }).notNull(),
    category: text({ enum: dropCategories }).notNull(),
    theme: text({ enum: dropThemes }).notNull(),
    dropNumber: integer().notNull().unique(),
    /** The small-batch release that this drop is a build window of. Empty for a drop of the vault. */
    smallBatch: text({ enum: smallBatches }),
    launchDate: moment(),
    endDate: moment(),
    pausedAt: moment(),
    soldOutAt: moment(),
    totalUnits: integer().notNull(),
    /** US cents. */
    basePrice: integer().notNull(),
    /** US cents, taken when a unit is reserved. */
    depositPrice: integer().notNull().default(10_000),
    /** How many of its numbers one buyer may hold or have bought; empty for any number. */
    maxPerBuyer: integer().default(maxPerBuyer),
    /** How many unpaid holds one network may have before more proof is asked; empty for the usual. */
    unpaidPerNetwork: integer(),
    /** What kind of item the units are in law; the state rules are checked with it. */
    itemClass: text({ enum: itemClasses }).notNull().default('sbr'),
    /** As the dealer reads them: `5.56 NATO`, `10.3 in`. Empty where variants differ. */
    caliber: text().notNull().default(''),
    barrel: text().notNull().default(''),
    heroImageUrl: text(),
    patchArtworkUrl: text(),
    /** Colors of its own, as sRGB hex: the ground, what is written on it, and the lit lines. Empty: those of the theme. */
    colorPrimary: text(),
    colorSecondary: text(),
    colorAccent: text(),
    /** What the artwork is drawn from; empty: from the slug. */
    artSeed: text().notNull().default(''),
    smallPrint: text().notNull().default(''),
    revision: integer().notNull().default(1),
    changedBy: text().notNull().default('shop'),
  },
  (t) => [
    check('drops_status', sql`${t.status} in (${sqlList(dropStatuses)})`),
    check('drops_category', sql`${t.category} in (${sqlList(dropCategories)})`),
    check('drops_theme', sql`${t.theme} in (${sqlList(dropThemes)})`),
    check('drops_small_batch', sql`${t.smallBatch} in (${sqlList(smallBatches)})`),
    check(
      'drops_build_window',
      sql`${t.smallBatch} is null or (${t.launchDate} is not null and ${t.endDate} is not null)`,
    ),
    check('drops_item_class', sql`${t.itemClass} in (${sqlList(itemClasses)})`),
    check('drops_total_units', sql`${t.totalUnits} between 1 and ${sql.raw(String(maxUnits))}`),
    check('drops_max_per_buyer', sql`${t.maxPerBuyer} >= 1`),
    check('drops_revision', sql`${t.revision} >= 1`),
    check('drops_unpaid_per_network', sql`${t.unpaidPerNetwork} >= 1`),
    check('drops_prices', sql`${t.basePrice} > 0 and ${t.depositPrice} > 0`),
    check(
      'drops_window',
      sql`${t.endDate} is null or ${t.launchDate} is null or ${t.endDate} > ${t.launchDate}`,
    ),
    // A shop of many years has few that are not closed, and its pages ask for those.
    index('drops_not_closed').on(t.dropNumber).where(sql`${t.status} <> 'archived'`),
    index('drops_small_batch_launch').on(t.smallBatch, t.launchDate).where(sql`${t.smallBatch} is not null`),
    index('drops_category').on(t.category, t.dropNumber),
    index('drops_launch').on(t.launchDate),
  ],
)

export const dropDrafts = pgTable(
  'drop_drafts',
  {
    slug: text().primaryKey(),
    plan: jsonb().$type<DropPlan>().notNull(),
    revision: integer().notNull().default(1),
    changedBy: text().notNull(),
  },
  (t) => [check('drop_drafts_revision', sql`${t.revision} >= 1`)],
)

const dropId = () =>
  uuid()
    .notNull()
    .references(() => drops.id)

export const dropUnits = pgTable(
  'drop_units',
  {
    dropId: dropId(),
    ...numberedStock(),
    /** The hash of the early-access code that this unit was held with before the launch. It goes with the hold. */
    earlyCode: text(),
    /** Set aside for the house: made, never offered. It counts as taken, by no order. */
    isHouse: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.dropId, t.number] }),
    check('drop_units_house', sql`not ${t.isHouse} or (${t.state} = 'taken' and ${t.orderId} is null)`),
    // A code opens one reservation: no two units can be held with it, whatever the requests.
    uniqueIndex('drop_units_early_code').on(t.earlyCode),
    check('drop_units_early_is_ordered', sql`${t.earlyCode} is null or ${t.orderId} is not null`),
    check('drop_units_number', sql`${t.number} >= 1`),
    check('drop_units_state', isSoundStock(t)),
    index('drop_units_order').on(t.orderId),
    // Finding the next free number must not pass over everything that is sold.
    index('drop_units_left').on(t.dropId, t.number).where(sql`${t.state} <> 'taken'`),
  ],
)

/** Drops of which a unit opened while they were sold out: what is open there is for whoever waits, before everybody else. */
export const dropWaitlists = pgTable('drop_waitlists', {
  dropId: uuid()
    .primaryKey()
    .references(() => drops.id),
  since: moment().notNull(),
})

/** A unit that is held for the next in the waitlist. The order holds it until the offer ends; it is paid like any other. */
export const unitOffers = pgTable(
  'unit_offers',
  {
    id: uuid().primaryKey(),
    dropId: dropId(),
    subscriptionId: uuid().notNull(),
    /** The place in the waitlist whose turn it was: it is offered one unit. Who joins again has another place. */
    position: bigint({ mode: 'number' }).notNull(),
    /** Set when the unit is held, in the transaction that makes the offer. */
    orderId: text().unique(),
    offeredAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    unique('unit_offers_turn').on(t.dropId, t.position),
    check('unit_offers_end', sql`${t.endsAt} > ${t.offeredAt}`),
  ],
)

export const dropVariants = pgTable(
  'drop_variants',
  {
    id: uuid().primaryKey().defaultRandom(),
    dropId: dropId(),
    position: integer().notNull().default(0),
    name: text().notNull(),
    description: text(),
    caliber: text().notNull().default(''),
    barrel: text().notNull().default(''),
    finish: text().notNull().default(''),
    /** US cents, before tax; empty where the drop's starting price is all that is known. */
    price: integer(),
  },
  (t) => [index('drop_variants_drop').on(t.dropId)],
)

export const patches = pgTable(
  'patches',
  {
    id: uuid().primaryKey().defaultRandom(),
    dropId: dropId(),
    position: integer().notNull().default(1),
    name: text().notNull(),
    description: text(),
    imageUrl: text(),
    /** The price it was put up with, in US cents; what it costs at a moment says `price_at`. */
    price: integer().notNull(),
    grantsEarlyAccess: boolean().notNull().default(false),
    /** Pieces there are, those that orders hold or bought here included. */
    availableQuantity: integer().notNull(),
    /** Pieces that were sold before this shop recorded orders. Later sales are counted from the orders. */
    soldQuantity: integer().notNull().default(0),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('patches_state', sql`${t.state} in (${sqlList(catalogStates)})`),
    check('patches_quantities', sql`${t.soldQuantity} between 0 and ${t.availableQuantity}`),
    check('patches_price', sql`${t.price} > 0`),
  ],
)

/** Only hashes are kept. Valid while its order has the patch and is not returning it; used while a unit is held or taken with it. */
export const earlyAccessCodes = pgTable(
  'early_access_codes',
  {
    codeHash: text().primaryKey(),
    orderId: text().notNull(),
    patchId: uuid()
      .notNull()
      .references(() => patches.id),
    madeAt: moment().notNull(),
  },
  (t) => [index('early_access_codes_order').on(t.orderId)],
)
