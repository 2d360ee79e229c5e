import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The shop's own keys, by name. In the database, so that every process on every machine signs alike, and so that no
 * backup of the database is without them. Whoever can read this table can make certificates.
 */
export const shopKeys = pgTable('shop_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
