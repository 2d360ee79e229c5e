import { bigint, boolean, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AuditData } from './difference.ts'

/** Append-only: triggers refuse to change, delete or truncate, and chain the rows by their hashes. Holds no personal data of buyers. */
export const auditLog = pgTable(
  'audit_log',
  {
    /** One more than the previous row: the trigger counts, so a gap means a deleted row. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who did it: the machine account that ran the command. */
    actor: text().notNull(),
    verb: text().notNull(),
    /** What it was done to: an order's code, a drop's slug. */
    subject: text().notNull(),
    data: jsonb().$type<AuditData>().notNull().default({}),
    /** 64 zeros in the first row. Written by the database. */
    previousHash: text().notNull().default(''),
    /** SHA-256 of the previous hash and everything in this row. Written by the database. */
    hash: text().notNull().default(''),
  },
  // One for each filter of the list, in its order: a page of a million rows reads as many as it shows.
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_actor').on(t.actor, t.at, t.id),
    index('audit_log_verb').on(t.verb, t.at, t.id),
    index('audit_log_actor_verb').on(t.actor, t.verb, t.at, t.id),
    index('audit_log_subject').on(t.subject, t.at, t.id),
  ],
)

/** Sent twice, a form makes one thing. `answer` is null while it is being made. */
export const formCreations = pgTable('form_creations', {
  onceKey: text().primaryKey(),
  answer: jsonb().$type<{ ok: boolean }>(),
  sentAt: timestamp({ withTimezone: true }).notNull(),
})

export const auditChecks = pgTable('audit_checks', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  isIntact: boolean().notNull(),
  /** The newest row, or the first one that was changed; null where the log was empty. */
  row: bigint({ mode: 'number' }),
  /** The hash of the newest row; null where the log is broken or empty. */
  hash: text(),
})
