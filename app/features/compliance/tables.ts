import { sql } from 'drizzle-orm'
import {
  bigint,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'
import { ageClasses, confidences, statuses, suggestedDefaults } from './rules.ts'
const none = sql`'{}'::text[]`

/** What each state allows, with the date it was last checked. The operator's claims, never code. */
export const stateRules = pgTable(
  'state_rules',
  {
    state: char({ length: 2 }).primaryKey(),
    name: text().notNull(),
    sbr: text({ enum: statuses }).notNull(),
    sbs: text({ enum: statuses }).notNull(),
    suppressor: text({ enum: statuses }).notNull(),
    /** Empty where nobody looked the class up. */
    rifle: text({ enum: statuses }),
    handgun: text({ enum: statuses }),
    aow: text({ enum: statuses }),
    receiver: text({ enum: statuses }),
    suggestedDefault: text({ enum: suggestedDefaults }).notNull(),
    note: text().notNull().default(''),
    sources: text().array().notNull().default(none),
    law: text(),
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
    permitDocument: text(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check('state_rules_state', sql`${t.state} ~ '^[A-Z]{2}$'`),
    check(
      'state_rules_statuses',
      sql`${t.sbr} in (${sqlList(statuses)}) and ${t.sbs} in (${sqlList(statuses)}) and ${t.suppressor} in (${sqlList(statuses)})
        and ${t.rifle} in (${sqlList(statuses)}) and ${t.handgun} in (${sqlList(statuses)}) and ${t.aow} in (${sqlList(statuses)})
        and ${t.receiver} in (${sqlList(statuses)})`,
    ),
    check('state_rules_default', sql`${t.suggestedDefault} in (${sqlList(suggestedDefaults)})`),
    check(
      'state_rules_confidence',
      sql`${t.confidence} in (${sqlList(confidences)}) and ${t.sbsConfidence} in (${sqlList(confidences)})`,
    ),
    check(
      'state_rules_magazines',
      sql`${t.magazineLimit} > 0 and ${t.magazineLimitHandgun} > 0 and ${t.magazineLimitLongGun} > 0`,
    ),
  ],
)

/** Stricter rules of places within a state, found by the beginnings of their ZIP codes. Where a column is empty, the state's rule applies. */
export const localRules = pgTable(
  'local_rules',
  {
    id: text().primaryKey(),
    state: char({ length: 2 })
      .notNull()
      .references(() => stateRules.state),
    place: text().notNull(),
    zips: text().array().notNull(),
    firearms: text({ enum: statuses }),
    magazines: text({ enum: statuses }),
    magazineLimit: integer(),
    note: text().notNull().default(''),
    sources: text().array().notNull().default(none),
    asOf: date({ mode: 'string' }).notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    check('local_rules_id', sql`${t.id} ~ '^[a-z0-9-]+$'`),
    check('local_rules_zips', sql`cardinality(${t.zips}) > 0`),
    check(
      'local_rules_statuses',
      sql`${t.firearms} in (${sqlList(statuses)}) and ${t.magazines} in (${sqlList(statuses)})`,
    ),
    check('local_rules_magazines', sql`${t.magazineLimit} > 0`),
    index('local_rules_state').on(t.state),
  ],
)

export const purchaseAges = pgTable(
  'purchase_ages',
  {
    ageClass: text({ enum: ageClasses }).notNull(),
    state: char({ length: 2 }).notNull(),
    years: integer().notNull(),
    note: text().notNull().default(''),
    sources: text().array().notNull().default(none),
    asOf: date({ mode: 'string' }).notNull(),
    version: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.ageClass, t.state] }),
    check('purchase_ages_class', sql`${t.ageClass} in (${sqlList(ageClasses)})`),
    check('purchase_ages_years', sql`${t.years} between 18 and 99`),
  ],
)

/** Every version that a rule ever had, so that what a verdict cites can be read years later. Only grows. */
export const ruleVersions = pgTable(
  'rule_versions',
  {
    /** `state CA`, `local denver-co` or `age sbr FL`. */
    rule: text().notNull(),
    version: integer().notNull(),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    recordedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.rule, t.version] })],
)

/** Who read a row of the rules or a claim, what they read, and which version they confirmed. Only grows. */
export const ruleReviews = pgTable(
  'rule_reviews',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** `state MD`, or `claim tax.sbr`. */
    rule: text().notNull(),
    /** The version that the review left behind; a claim has none. */
    version: integer(),
    reviewer: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    asOf: date({ mode: 'string' }).notNull(),
    evidence: text().notNull(),
    /** What changed, as `field: before → after`, one per line; empty where the row was confirmed unchanged. */
    changes: text().notNull().default(''),
  },
  (t) => [index('rule_reviews_rule').on(t.rule, t.id)],
)
