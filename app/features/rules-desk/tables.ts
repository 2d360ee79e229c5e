import { bigint, date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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
