import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The shop's signing keys, by name. They are in the database so that every process on every machine signs with the same
 * keys and every backup includes them. Anybody who can read this table can make certificates.
 */
export const shopKeys = pgTable('shop_keys', {
  name: text().primaryKey(),
  value: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})
