import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { messageKinds, subjects } from './rules.ts'

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** What people wrote to the shop. The id is the reference that both sides name it by. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: text().primaryKey(),
    /** The form it came by and what was in it, as a fingerprint: the same form sent twice is one message. */
    onceKey: text().notNull().unique(),
    kind: text({ enum: messageKinds }).notNull(),
    firstName: text().notNull(),
    lastName: text().notNull().default(''),
    email: text().notNull(),
    subject: text({ enum: subjects }).notNull(),
    /** What a quote is asked for, in the words of whoever asks. */
    item: text(),
    message: text().notNull(),
    receivedAt: moment().notNull(),
  },
  (t) => [
    check('contact_messages_kind', sql`${t.kind} in (${listed(messageKinds)})`),
    check('contact_messages_subject', sql`${t.subject} in (${listed(subjects)})`),
    check('contact_messages_item', sql`(${t.kind} = 'quote') = (${t.item} is not null)`),
    index('contact_messages_received').on(t.receivedAt),
  ],
)
