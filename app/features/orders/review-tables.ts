import { sql } from 'drizzle-orm'
import { bigint, check, date, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { RuleRef } from '#app/features/compliance/rules.ts'
import { moment } from '#app/db/moment.ts'
import type { DocumentKind } from './rules/documents.ts'
import { reviewDecisions } from './rules/review.ts'
import { orders } from './tables.ts'

export const orderReviews = pgTable(
  'order_reviews',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    decision: text({ enum: reviewDecisions }).notNull(),
    /** Why; of a requested document, what the buyer reads. */
    note: text().notNull(),
    /** The reasons that were decided about, as `reasonKey` writes them. */
    reasons: jsonb().$type<string[]>().notNull(),
    rules: jsonb().$type<RuleRef[]>().notNull(),
    decidedBy: text().notNull(),
    at: moment().notNull(),
    dueOn: date({ mode: 'string' }),
    /** The kinds of documents that were requested; empty for other decisions. */
    documents: jsonb().$type<DocumentKind[]>().notNull().default([]),
  },
  (t) => [
    check('order_reviews_decision', sql`${t.decision} in ('approved', 'declined', 'document_requested')`),
    check('order_reviews_note', sql`length(${t.note}) > 0`),
    check('order_reviews_due', sql`(${t.decision} = 'document_requested') = (${t.dueOn} is not null)`),
    index('order_reviews_latest').on(t.orderId, t.id),
    index('order_reviews_documents').on(t.orderId).where(sql`${t.decision} = 'document_requested'`),
  ],
)
