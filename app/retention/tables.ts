import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { RetentionName } from './retention.server.ts'

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
