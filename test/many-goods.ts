// Drops and accessories by the thousand, made in the database: for lists whose pages have to be as fast as those of a young shop.
import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'

/** Units of each of the many drops. */
export const unitsPerDrop = 12

/**
 * Stores `count` drops of twelve units: nearly all archived and taken, the newest twenty live, and the ten after them coming.
 * Every tenth is of the category `grail`, every hundredth is named after a hill.
 */
export async function givenManyDrops(db: Db, count: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into drops (slug, name, tagline, status, category, theme, drop_number, launch_date, sold_out_at, total_units, base_price)
    select 'many-' || n, case when n % 100 = 0 then 'Hill ' else 'Run ' end || n, 'One of many, a hundred % numbered.',
      case when n > ${count} - 10 then 'coming_soon' when n > ${count} - 30 then 'live' else 'archived' end,
      case when n % 10 = 0 then 'grail' else 'hype' end, (array['noir','cyber','outlaw','guerrilla'])[1 + n % 4], n,
      case when n > ${count} - 10 then ${now}::timestamptz + n * interval '1 minute' else ${now}::timestamptz - (${count} - n) * interval '1 hour' end,
      case when n <= ${count} - 30 then ${now}::timestamptz - (${count} - n) * interval '1 hour' + (1 + n % 50) * interval '1 minute' end,
      ${unitsPerDrop}, 199900 from generate_series(1, ${count}::int) n`)
  await db.execute(sql`
    insert into drop_units (drop_id, number, state)
    select id, number, case when status = 'archived' or (status = 'live' and number = 1) then 'taken' else 'open' end
    from drops, generate_series(1, ${unitsPerDrop}::int) number`)
  await db.execute(sql`analyze drops`)
  await db.execute(sql`analyze drop_units`)
}

/** Stores `count` accessories in two categories, every third of them a sling, with a few orders that hold some. */
export async function givenManyAccessories(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into accessory_categories (slug, position, name, tax_class)
    values ('many', 1, 'Many', 'goods'), ('few', 2, 'Few', 'goods')`)
  await db.execute(sql`
    insert into accessories (id, position, name, price_cents, description, category, image, specs, stock, featured)
    select 'item-' || n, n, case when n % 3 = 0 then 'Sling ' else 'Item ' end || n, 1000 + n, 'Made in one size.',
      case when n % 50 = 0 then 'few' else 'many' end, 'sling', array['One', 'Two', 'Three'], n % 5, n <= 4
    from generate_series(1, ${count}::int) n`)
  await db.execute(sql`analyze accessories`)
}
