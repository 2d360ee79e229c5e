import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Jobs that a single statement wrote down together with what made them necessary. A worker hands them on to the queue
 * within a second. Payloads hold ids, never personal data.
 */
export const dueJobs = pgTable('due_jobs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  job: text().notNull(),
  payload: jsonb().$type<object>().notNull(),
})

/**
 * Work items that failed, by what is to be done and for whom (an order's, a payment's code), until they end well. They are
 * tried again from `retryAt` on. Holds no personal data.
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
