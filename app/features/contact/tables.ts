import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, sqlList } from '#app/db/sql.ts'
import { subjects } from './rules.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text().primaryKey(),
    /** The form it came by and what was in it, as a fingerprint: the same form sent twice is one message. */
    onceKey: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull().default(''),
    email: text().notNull(),
    subject: text({ enum: subjects }).notNull(),
    message: text().notNull(),
    receivedAt: moment().notNull(),
    answeredAt: moment(),
    answeredBy: text(),
    assignedTo: text(),
  },
  (t) => [
    check('contact_messages_subject', sql`${t.subject} in (${sqlList(subjects)})`),
    check('contact_messages_answered', sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`),
    index('contact_messages_received').on(t.receivedAt),
    index('contact_messages_answered').on(t.answeredAt).where(sql`${t.answeredAt} is not null`),
    index('contact_messages_open').on(t.receivedAt).where(sql`${t.answeredAt} is null`),
  ],
)

export const messageReplies = pgTable(
  'message_replies',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: text()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    /** The form it came by: sent twice, it is one reply. */
    onceKey: text().notNull().unique(),
    by: text().notNull(),
    text: text().notNull(),
    at: moment().notNull(),
  },
  (t) => [index('message_replies_message').on(t.messageId, t.id)],
)
