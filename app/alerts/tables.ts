import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/sql.ts'
import type { AlertKind } from './alerts.server.ts'

/** Holds no personal data: subjects are codes of orders, jobs, payments. */
export const alerts = pgTable(
  'alerts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<AlertKind>().notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
    raisedAt: moment().notNull(),
    seenAt: moment().notNull(),
    count: integer().notNull().default(1),
    mailedAt: moment(),
    clearedAt: moment(),
  },
  (t) => [
    // At most one open alert per kind and subject: repetitions are counted.
    uniqueIndex('alerts_open').on(t.kind, t.subject).where(sql`${t.clearedAt} is null`),
    index('alerts_to_mail').on(t.id).where(sql`${t.mailedAt} is null`),
  ],
)
