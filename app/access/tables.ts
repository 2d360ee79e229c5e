import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Every action of the operator, written in its transaction. The table is append-only: triggers refuse to change, delete
 * or truncate, and chain the rows: each has the hash of the previous one. Holds no personal data of buyers.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** One more than the previous row: the trigger counts, so a gap means a deleted row. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who did it: the machine account that ran the command. */
    actor: text().notNull(),
    /** What was done, by the command's name: `refund`, `pause`. */
    verb: text().notNull(),
    /** What it was done to: an order's code, a drop's slug. */
    subject: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** The hash of the previous row; 64 zeros in the first row. Written by the database. */
    previousHash: text().notNull().default(''),
    /** SHA-256 of the previous hash and everything in this row. Written by the database. */
    hash: text().notNull().default(''),
  },
  (t) => [index('audit_log_subject').on(t.subject)],
)
