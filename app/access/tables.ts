import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Everything the operator ever did, in the transaction in which it was done. The table only grows: triggers in the database
 * refuse to change, delete or truncate, and chain the rows: each carries the hash of the one before it. Holds no personal data
 * of buyers.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** One more than the row before: the trigger counts, so that a gap is a row that was taken out. */
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who did it: the account on the machine the command ran on. */
    actor: text().notNull(),
    /** What was done, as the command is called: `refund`, `pause`. */
    verb: text().notNull(),
    /** What it was done to: an order's code, a drop's address. */
    subject: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** The hash of the row before; 64 zeros in the first row. Written by the database. */
    previousHash: text().notNull().default(''),
    /** SHA-256 of the previous hash and everything in this row. Written by the database. */
    hash: text().notNull().default(''),
  },
  (t) => [index('audit_log_subject').on(t.subject)],
)
