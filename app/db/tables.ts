import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** In the database so that every process signs with the same keys and every backup has them. Who can read this table can make certificates. */
export const shopKeys = pgTable('shop_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
