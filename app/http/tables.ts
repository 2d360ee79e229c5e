import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/**
 * Counters of the rate limits; the rate limiter library prescribes the names, types and order of the columns. Unlogged
 * (see `db/migrations/0001_functions_and_triggers.sql`): losing the counters in a crash is cheaper than writing each of
 * them twice.
 */
export const rateCounters = pgTable('rate_counters', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970, when the counter resets. */
  expire: bigint({ mode: 'number' }),
})
