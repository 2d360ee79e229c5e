import { and, asc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type Account, lineAccounts } from './accounts.ts'
import type { PostingKind } from './postings.ts'
import { ledgerEntries, ledgerTransactions } from './tables.ts'

/** `to` is not included. */
export type Period = { from: Date; to: Date }

/** In cents: debits positive, credits negative. */
export type PeriodSum = { kind: PostingKind; account: Account; cents: number }

const { id, at, kind, orderId } = ledgerTransactions
const { account, line, amountCents } = ledgerEntries

const within = ({ from, to }: Period): SQL | undefined => and(gte(at, from), lt(at, to))
const ofTransaction = eq(id, ledgerEntries.transactionId)

/** A sum of zero is left out. */
export function sumPeriod(db: Db, period: Period): Promise<PeriodSum[]> {
  const cents = sql`sum(${amountCents})`
  return db
    .select({ kind, account, cents: cents.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, ofTransaction)
    .where(within(period))
    .groupBy(kind, account)
    .having(sql`${cents} <> 0`)
    .orderBy(kind, account)
}

export function listPeriodEntries(db: Db, period: Period, { after, max }: { after: number; max: number }) {
  return db
    .select({ id: ledgerEntries.id, transactionId: id, at, kind, account, orderId, line, amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, ofTransaction)
    .where(and(within(period), gt(ledgerEntries.id, after)))
    .orderBy(asc(ledgerEntries.id))
    .limit(max)
}

/** What a period earned and gave back of one order that was taxed, in cents as the shop sees it: sold and collected positive. */
export type TaxedMovement = { orderId: string | null; taxCents: number; goodsCents: number }

/** With what moved on the same lines without tax. Lines never taxed are left out, and moving money between deposits and sales moves nothing. */
export function listTaxedMovements(db: Db, period: Period): Promise<TaxedMovement[]> {
  const taxed = sql`exists (
    select 1 from ${ledgerTransactions} as taxing
    join ${ledgerEntries} as tax on tax.transaction_id = taxing.id
    where taxing.order_id = ${orderId} and tax.account = 'sales_tax' and tax.line is not distinct from ${line})`
  const taxCents = sql`coalesce(-sum(${amountCents}) filter (where ${account} = 'sales_tax'), 0)`
  const goodsCents = sql`coalesce(-sum(${amountCents}) filter (where ${account} <> 'sales_tax' and ${taxed}), 0)`
  return db
    .select({ orderId, taxCents: taxCents.mapWith(Number), goodsCents: goodsCents.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, ofTransaction)
    .where(and(within(period), inArray(account, [...lineAccounts])))
    .groupBy(orderId)
    .having(sql`${taxCents} <> 0 or ${goodsCents} <> 0`)
    .orderBy(orderId)
}
