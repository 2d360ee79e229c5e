import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Everything the operator ever did, in the transaction in which it was done. The table only grows: a trigger in the
 * database refuses to change or delete a row. Holds no personal data of buyers.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Who did it: the account on the machine the command ran on. */
    actor: text().notNull(),
    /** What was done, as the command is called: `refund`, `pause`. */
    verb: text().notNull(),
    /** What it was done to: an order's code, a drop's address. */
    subject: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull().default({}),
  },
  (t) => [index('audit_log_subject').on(t.subject)],
)
