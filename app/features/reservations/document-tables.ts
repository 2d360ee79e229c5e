import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { orderReviews, orders } from '#app/features/orders/tables.ts'
import { documentKinds } from '#app/features/orders/review.ts'
import { paperTypes } from '#app/files/file-type.ts'
import { documentStates } from './rules/documents.ts'

/** Documents that buyers sent because staff requested them. The id is the name of the stored file. */
export const orderDocuments = pgTable(
  'order_documents',
  {
    id: text().primaryKey(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    reviewId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orderReviews.id),
    kind: text({ enum: documentKinds }).notNull(),
    name: text().notNull(),
    type: text({ enum: paperTypes }).notNull(),
    /** As it is stored. */
    bytes: integer().notNull(),
    /** Of the file as it was sent: the same file is the same document. */
    hash: text().notNull(),
    sentAt: moment().notNull(),
    state: text({ enum: documentStates }).notNull().default('waiting'),
    decidedAt: moment(),
    decidedBy: text(),
    reason: text(),
  },
  (t) => [
    check('order_documents_kind', sql`${t.kind} in (${sqlList(documentKinds)})`),
    check('order_documents_type', sql`${t.type} in (${sqlList(paperTypes)})`),
    check('order_documents_state', sql`${t.state} in (${sqlList(documentStates)})`),
    check(
      'order_documents_decided',
      sql`num_nonnulls(${t.decidedAt}, ${t.decidedBy}) = case when ${t.state} = 'waiting' then 0 else 2 end`,
    ),
    check('order_documents_reason', sql`(${t.state} = 'refused') = (${t.reason} is not null)`),
    uniqueIndex('order_documents_once').on(t.orderId, t.reviewId, t.kind, t.hash),
    index('order_documents_waiting').on(t.sentAt).where(sql`${t.state} = 'waiting'`),
  ],
)
