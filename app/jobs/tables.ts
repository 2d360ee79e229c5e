import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Jobs written in the transaction that requires them. The worker moves them into the queue once they are due. Payloads
 * hold ids, never personal data.
 */
export const dueJobs = pgTable(
  'due_jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    job: text().notNull(),
    payload: jsonb().$type<object>().notNull(),
    /** At most one job of this name and key waits in the queue. */
    onceKey: text(),
    startAfter: timestamp({ withTimezone: true }).notNull().default(sql`'-infinity'`),
  },
  (t) => [index('due_jobs_start_after').on(t.startAfter, t.id)],
)

/**
 * Work items that failed, by kind and subject (the code of an order or payment), until they succeed. They are retried
 * from `retryAt` on. Holds no personal data.
 */
export const workFailures = pgTable(
  'work_failures',
  {
    kind: text().notNull(),
    subject: text().notNull(),
    failures: integer().notNull(),
    lastFault: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
    retryAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
)
