import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { categories, magazineFits, holdStates, maxQuantity, pictures } from './rules.ts'

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** What is sold beside firearms. Fields follow the specification's section 3; prices are US cents. */
export const accessories = pgTable(
  'accessories',
  {
    id: text().primaryKey(),
    /** Its place in the grid, from 1. */
    position: integer().notNull(),
    name: text().notNull(),
    priceCents: integer().notNull(),
    description: text().notNull(),
    category: text({ enum: categories }).notNull(),
    /** Which drawing stands for it. */
    image: text({ enum: pictures }).notNull(),
    specs: text().array().notNull(),
    /** Pieces that were put on the shelf, those that orders hold or bought here included. What is left is counted. */
    stock: integer().notNull(),
    featured: boolean().notNull().default(false),
    /** Rounds a magazine takes, for the limits of states. Empty on what is no magazine. */
    capacity: integer(),
    /** What a magazine fits, for the limits of states. */
    fits: text({ enum: magazineFits }),
  },
  (t) => [
    check('accessories_category', sql`${t.category} in (${listed(categories)})`),
    check('accessories_image', sql`${t.image} in (${listed(pictures)})`),
    check('accessories_price', sql`${t.priceCents} > 0`),
    check('accessories_stock', sql`${t.stock} >= 0`),
    check('accessories_magazine', sql`(${t.capacity} is null) = (${t.fits} is null)`),
  ],
)

/** What orders hold or have bought of a product, one row each. A row goes when its pieces come back. */
export const accessoryHolds = pgTable(
  'accessory_holds',
  {
    orderId: text().notNull(),
    accessoryId: text()
      .notNull()
      .references(() => accessories.id),
    quantity: integer().notNull(),
    state: text({ enum: holdStates }).notNull(),
    /** Until when a hold lasts; `infinity` while its payment is being settled. An overdue one counts as free. */
    heldUntil: timestamp({ withTimezone: true }),
    /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
    holdVersion: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.accessoryId] }),
    check('accessory_holds_quantity', sql`${t.quantity} between 1 and ${sql.raw(String(maxQuantity))}`),
    check(
      'accessory_holds_state',
      sql`${t.state} in (${listed(holdStates)}) and (${t.state} = 'held') = (${t.heldUntil} is not null)`,
    ),
    index('accessory_holds_accessory').on(t.accessoryId),
  ],
)
