import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/sql.ts'

/** One row of each job with a schedule stays for good. Payloads hold ids, never personal data. */
export const queuedJobs = pgTable(
  'queued_jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    job: text().notNull(),
    payload: jsonb().$type<object>().notNull(),
    /** Of the waiting jobs with one name and key, one runs. */
    onceKey: text(),
    /** When it may begin. A running one is due again once nothing is heard of its process; a failed one never is. */
    dueAt: timestamp({ withTimezone: true }).notNull().default(sql`'-infinity'`),
    /** Counted as each begins, so that it also tells one run from the next. */
    runs: integer().notNull().default(0),
    queuedAt: moment().notNull().default(sql`now()`),
    failedAt: moment(),
    /** Why its last run failed. Holds no personal data. */
    fault: text(),
    /** The cron expression of a job with a schedule, in the shop's time zone. */
    every: text(),
  },
  (t) => [
    index('queued_jobs_due').on(t.job, t.dueAt, t.id),
    uniqueIndex('queued_jobs_scheduled').on(t.job).where(sql`${t.every} is not null`),
    index('queued_jobs_failed').on(t.failedAt).where(sql`${t.failedAt} is not null`),
  ],
)
