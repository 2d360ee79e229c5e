import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { categories, fits, pictures } from './rules.ts'

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
    /** Pieces on the shelf. None is out of stock. */
    stock: integer().notNull(),
    featured: boolean().notNull().default(false),
    /** Rounds a magazine takes, for the limits of states. Empty on what is no magazine. */
    capacity: integer(),
    /** What a magazine fits, for the limits of states. */
    fits: text({ enum: fits }),
  },
  (t) => [
    check('accessories_category', sql`${t.category} in (${listed(categories)})`),
    check('accessories_image', sql`${t.image} in (${listed(pictures)})`),
    check('accessories_price', sql`${t.priceCents} > 0`),
    check('accessories_stock', sql`${t.stock} >= 0`),
    check('accessories_magazine', sql`(${t.capacity} is null) = (${t.fits} is null)`),
  ],
)
