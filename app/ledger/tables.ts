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
import { type Account, accounts } from './accounts.ts'
import { type PostingKind, postingKinds } from './postings.ts'

const listed = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** Every movement of money, for ever: nothing here is changed or deleted, and a mistake is corrected by another entry. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text().$type<PostingKind>().notNull(),
    /** What it is about, in the words of its kind: an attempt, a refund, an order, a gateway's own reference. */
    reference: text().notNull(),
    /** The gateway's own reference of a charge or refund, as its statement lists it. */
    gatewayRef: text(),
    /** Empty on money that belongs to no order. */
    orderId: text(),
  },
  (t) => [
    // Posting twice is harmless: the second finds the first.
    uniqueIndex('ledger_transactions_once').on(t.kind, t.reference),
    index('ledger_transactions_order').on(t.orderId),
    index('ledger_transactions_at').on(t.at),
    index('ledger_transactions_gateway').on(t.gatewayRef),
    check('ledger_transactions_kind', sql`${t.kind} in (${listed(postingKinds)})`),
  ],
)

/** The sides of the transactions, in US cents: debits positive, credits negative. Those of one add up to zero. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint({ mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text().$type<Account>().notNull(),
    /** The position of an order's line; empty where it concerns the whole. */
    line: integer(),
    amountCents: integer().notNull(),
  },
  (t) => [
    unique('ledger_entries_once').on(t.transactionId, t.account, t.line).nullsNotDistinct(),
    check('ledger_entries_account', sql`${t.account} in (${listed(accounts)})`),
    check('ledger_entries_amount', sql`${t.amountCents} <> 0`),
  ],
)
