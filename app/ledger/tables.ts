import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { sqlList } from '#app/db/sql.ts'
import { type Account, accounts, type PostingKind, postingKinds } from './postings.ts'

/** Nothing is changed or deleted: a mistake is corrected by another entry. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text().$type<PostingKind>().notNull(),
    reference: text().notNull(),
    gatewayRef: text(),
    /** Empty for money that belongs to no order. */
    orderId: text(),
  },
  (t) => [
    // Posting twice is harmless: the second finds the first.
    uniqueIndex('ledger_transactions_once').on(t.kind, t.reference),
    index('ledger_transactions_order').on(t.orderId),
    index('ledger_transactions_at').on(t.at),
    index('ledger_transactions_gateway').on(t.gatewayRef),
    check('ledger_transactions_kind', sql`${t.kind} in (${sqlList(postingKinds)})`),
  ],
)

/** US cents: debits positive, credits negative. Those of one transaction add up to zero. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text().$type<Account>().notNull(),
    /** The position of an order line; empty when the entry concerns the whole order. */
    line: integer(),
    amountCents: integer().notNull(),
  },
  (t) => [
    unique('ledger_entries_once').on(t.transactionId, t.account, t.line).nullsNotDistinct(),
    check('ledger_entries_account', sql`${t.account} in (${sqlList(accounts)})`),
    check('ledger_entries_amount', sql`${t.amountCents} <> 0`),
  ],
)
