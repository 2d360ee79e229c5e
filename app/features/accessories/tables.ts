import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'
import { ab1263Marks, magazineFits } from '#app/features/compliance/rules.ts'
import { catalogStates } from '#app/catalog/rules.ts'
import { taxClasses } from '../delivery/rules.ts'
import { pictures } from './rules.ts'

export const accessoryCategories = pgTable(
  'accessory_categories',
  {
    slug: text().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    /** What its goods are to sales tax. Magazines are magazines in every category. */
    taxClass: text({ enum: taxClasses }).notNull(),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    /** Raised by every change; a form carries the one that it was made from. */
    revision: integer().notNull().default(1),
  },
  (t) => [
    check(
      'accessory_categories_slug',
      sql`${t.slug} ~ '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' and ${t.slug} <> 'all'`,
    ),
    check('accessory_categories_tax', sql`${t.taxClass} in (${sqlList(taxClasses)})`),
    check('accessory_categories_state', sql`${t.state} in (${sqlList(catalogStates)})`),
  ],
)

/** Everything sold beside firearms. Fields follow the specification's section 3; prices are US cents. */
export const accessories = pgTable(
  'accessories',
  {
    id: text().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    /** The price it was put up with; what it costs at a moment says `price_at`. */
    priceCents: integer().notNull(),
    description: text().notNull(),
    category: text()
      .notNull()
      .references(() => accessoryCategories.slug),
    image: text({ enum: pictures }).notNull(),
    specs: text().array().notNull(),
    /** Pieces that were put on the shelf, those that orders hold or bought here included. What is left is counted. */
    stock: integer().notNull(),
    featured: boolean().notNull().default(false),
    /** Rounds a magazine takes, for the limits of states. Empty on what is no magazine. */
    capacity: integer(),
    /** What a magazine fits, for the limits of states. */
    fits: text({ enum: magazineFits }),
    /** Platforms of the builder that it fits, by their ids. Empty where that says nothing, as on a patch. */
    fitsPlatforms: text().array().notNull().default(sql`'{}'::text[]`),
    statesBarred: text().array().notNull().default(sql`'{}'::text[]`),
    /** Whether it is a firearm accessory in the sense of California's AB 1263. Unclear until somebody has looked. */
    caAb1263: text({ enum: ab1263Marks }).notNull().default('unclear'),
    needsAdultSignature: boolean().notNull().default(false),
    isGroundOnly: boolean().notNull().default(false),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('accessories_state', sql`${t.state} in (${sqlList(catalogStates)})`),
    check('accessories_image', sql`${t.image} in (${sqlList(pictures)})`),
    check('accessories_price', sql`${t.priceCents} > 0`),
    check('accessories_stock', sql`${t.stock} >= 0`),
    check('accessories_ab1263', sql`${t.caAb1263} in (${sqlList(ab1263Marks)})`),
    check('accessories_states_barred', sql`array_to_string(${t.statesBarred}, '') ~ '^([A-Z]{2})*$'`),
    check('accessories_magazine', sql`(${t.capacity} is null) = (${t.fits} is null)`),
    index('accessories_category').on(t.category, t.position, t.id),
    index('accessories_shelf').on(t.featured.desc(), t.position, t.id).where(sql`${t.state} = 'visible'`),
  ],
)
