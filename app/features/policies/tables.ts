import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { requestKinds } from './rules.ts'

export const dataRequests = pgTable(
  'data_requests',
  {
    id: text().primaryKey(),
    kind: text({ enum: requestKinds }).notNull(),
    email: text().notNull(),
    orderCode: text(),
    details: text().notNull().default(''),
    requestedAt: moment().notNull(),
    dueAt: moment().notNull(),
    /** The hash of the secret in the last link that was mailed; empty until the mail goes out. */
    tokenHash: text().unique(),
    confirmedAt: moment(),
    closedAt: moment(),
    closedBy: text(),
    answer: text(),
  },
  (t) => [
    check('data_requests_kind', sql`${t.kind} in (${sqlList(requestKinds)})`),
    check('data_requests_email', sql`${t.email} = lower(${t.email})`),
    check('data_requests_closed_confirmed', sql`${t.closedAt} is null or ${t.confirmedAt} is not null`),
    check('data_requests_answered', sql`num_nulls(${t.closedAt}, ${t.closedBy}, ${t.answer}) in (0, 3)`),
    index('data_requests_closed').on(t.closedAt).where(sql`${t.closedAt} is not null`),
    index('data_requests_email_kind').on(t.email, t.kind),
    index('data_requests_due').on(t.dueAt).where(sql`${t.confirmedAt} is not null and ${t.closedAt} is null`),
  ],
)
