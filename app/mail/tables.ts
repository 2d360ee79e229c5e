import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Sent mails, by the key of their occasion. No address and no content of a mail is stored, only the subject of those about an order. */
export const sentMails = pgTable(
  'sent_mails',
  {
    key: text().primaryKey(),
    state: text({ enum: ['sending', 'sent'] }).notNull(),
    /** When the current try began; null once it has failed, so that the next one need not wait. */
    startedAt: timestamp({ withTimezone: true }),
    sentAt: timestamp({ withTimezone: true }),
    attempts: integer().notNull(),
    orderId: text(),
    /** The subject of a mail about an order, for the staff's list. It names goods, never a person. */
    subject: text(),
  },
  (t) => [
    index('sent_mails_order').on(t.orderId).where(sql`${t.orderId} is not null`),
    // Mails of one occasion to many people have keys that begin alike.
    index('sent_mails_key').on(t.key.op('text_pattern_ops')),
    check('sent_mails_state', sql`${t.state} in ('sending', 'sent')`),
    check('sent_mails_sent_at', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
    check('sent_mails_attempts', sql`${t.attempts} > 0`),
  ],
)

/** One row during a mail outage, otherwise none: since when, and how many tries failed. */
export const mailOutage = pgTable(
  'mail_outage',
  {
    id: integer().primaryKey(),
    since: timestamp({ withTimezone: true }).notNull(),
    /** No mail is tried before this time. Null while the server can be reached. */
    pausedUntil: timestamp({ withTimezone: true }),
    failures: integer().notNull(),
  },
  (t) => [
    check('mail_outage_one_row', sql`${t.id} = 1`),
    check('mail_outage_failures', sql`${t.failures} > 0`),
  ],
)
