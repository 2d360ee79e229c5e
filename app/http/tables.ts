import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/** The rate limiter library prescribes names, types and order. Unlogged (`db/migrations/0001_functions_and_triggers.sql`): a crash may lose them. */
export const rateCounters = pgTable('rate_counters', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** Milliseconds since 1970, when the counter resets. */
  expire: bigint({ mode: 'number' }),
})
