import { bigint, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * Jobs that a single statement wrote down together with what made them necessary. A worker hands them on to the queue
 * within a second. Payloads hold ids, never personal data.
 */
export const dueJobs = pgTable('due_jobs', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  job: text().notNull(),
  payload: jsonb().$type<object>().notNull(),
})
