import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { RetentionName } from './kinds.ts'

/** Periods that staff changed; a kind without a row has the period of `kinds.ts`. */
export const retentionPeriods = pgTable(
  'retention_periods',
  {
    kind: text().$type<RetentionName>().primaryKey(),
    days: integer().notNull(),
    /** Counts the changes: saving an older one shows what changed since. */
    revision: integer().notNull().default(1),
    changedBy: text().notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [check('retention_periods_days', sql`${t.days} > 0`)],
)

/** Every run of a deletion with what it deleted. Holds no personal data. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<RetentionName>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    days: integer().notNull(),
    deleted: integer().notNull(),
  },
  (t) => [index('retention_runs_kind').on(t.kind, t.id)],
)
