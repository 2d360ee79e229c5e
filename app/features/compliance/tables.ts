import { sql } from 'drizzle-orm'
import { char, check, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { confidences } from './input.ts'
import { standings, suggestedDefaults } from './rules.ts'

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
const none = sql`'{}'::text[]`

/** What each state allows, with the date it was last checked. The operator's claims, never code. */
export const stateRules = pgTable(
  'state_rules',
  {
    state: char({ length: 2 }).primaryKey(),
    name: text().notNull(),
    sbr: text({ enum: standings }).notNull(),
    sbs: text({ enum: standings }).notNull(),
    suppressor: text({ enum: standings }).notNull(),
    suggestedDefault: text({ enum: suggestedDefaults }).notNull(),
    note: text().notNull().default(''),
    /** Addresses of what was read. */
    sources: text().array().notNull().default(none),
    asOf: date({ mode: 'string' }).notNull(),
    confidence: text({ enum: confidences }).notNull(),
    sbsConfidence: text({ enum: confidences }).notNull(),
    /** Rounds; empty where no limit is known. The plain limit is the lower of the two kinds. */
    magazineLimit: integer(),
    magazineLimitHandgun: integer(),
    magazineLimitLongGun: integer(),
    magazineStatus: text().notNull().default('none'),
    /** Short marks for the operator: `in_litigation`, `waiting_period_3_days`. */
    flags: text().array().notNull().default(none),
  },
  (t) => [
    check('state_rules_state', sql`${t.state} ~ '^[A-Z]{2}$'`),
    check(
      'state_rules_standings',
      sql`${t.sbr} in (${listed(standings)}) and ${t.sbs} in (${listed(standings)}) and ${t.suppressor} in (${listed(standings)})`,
    ),
    check('state_rules_default', sql`${t.suggestedDefault} in (${listed(suggestedDefaults)})`),
    check(
      'state_rules_confidence',
      sql`${t.confidence} in (${listed(confidences)}) and ${t.sbsConfidence} in (${listed(confidences)})`,
    ),
    check(
      'state_rules_magazines',
      sql`${t.magazineLimit} > 0 and ${t.magazineLimitHandgun} > 0 and ${t.magazineLimitLongGun} > 0`,
    ),
  ],
)

/** One state's row with everything the operator keeps about it. */
export type StateRuleRow = typeof stateRules.$inferSelect
