import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'
import { setupSteps, stepStates } from './rules.ts'

export const setupProgress = pgTable(
  'setup_progress',
  {
    step: text({ enum: setupSteps }).primaryKey(),
    state: text({ enum: stepStates }).notNull(),
    detail: text().notNull().default(''),
    /** Which version of each rule and text was read, by their keys; empty for other steps. */
    versions: jsonb().$type<Record<string, string>>().notNull().default({}),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
  },
  (t) => [
    check('setup_progress_step', sql`${t.step} in (${sqlList(setupSteps)})`),
    check('setup_progress_state', sql`${t.state} in (${sqlList(stepStates)})`),
  ],
)

/** What the sample catalog added, with a hash of each as it was: only what is still so is taken out again. */
export const sampleItems = pgTable(
  'sample_items',
  {
    kind: text().notNull(),
    key: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
)
