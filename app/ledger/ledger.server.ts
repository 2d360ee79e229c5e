import { and, asc, eq, gt, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import { statement, value } from '#app/db/statement.server.ts'
import {
  type Account,
  type Entry,
  gatewayAccount,
  lineAccounts,
  type PostedTransaction,
  type Posting,
  type PostingKind,
} from './postings.ts'
import { ledgerEntries, ledgerTransactions } from './tables.ts'

/** Safe to repeat; one without entries (a free order) is not written. Returns whether it was. @throws DatabaseError at the commit when the entries do not add up to zero. */
export async function post({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, posting: Posting): Promise<boolean> {
  const values = { now, orderId: posting.orderId, ...postingValues(posting) }
  return (await postAlone(tx, values)).length > 0
}

const postAlone = statement<unknown>(
  () => sql`with ${postingSql(sql`(select 1) as one`)} select id from posted`,
)

/** For the one row of `from`, or nothing when there is none. The statement's values are those of `postingValues`. */
export function postingSql(from: SQL): SQL {
  return sql`
    posted as (
      insert into ${ledgerTransactions} (at, kind, reference, gateway_ref, order_id)
      select ${value('now')}::timestamptz, ${value('postingKind')}, ${value('reference')}, ${value('gatewayRef')}, ${value('orderId')}
      from ${from} where ${value('entries')}::jsonb <> '[]'
      on conflict (kind, reference) do nothing
      returning id
    ),
    entered as (
      insert into ${ledgerEntries} (transaction_id, account, line, amount_cents)
      select posted.id, entry.account, entry.line, entry.cents
      from posted, jsonb_to_recordset(${value('entries')}::jsonb) as entry(account text, line int, cents int)
    )`
}

export function postingValues({ kind, reference, gatewayRef = null, entries }: Posting) {
  const rows = entries.map(({ account, line, amountCents }) => ({ account, line, cents: amountCents }))
  return { postingKind: kind, reference, gatewayRef, entries: JSON.stringify(rows) }
}

const { id, at, kind, reference, gatewayRef, orderId } = ledgerTransactions
const { account, line, amountCents } = ledgerEntries
const cents = sql`sum(${amountCents})`

function selectEntries<Fields extends SelectedFields>(db: Db, fields: Fields) {
  return db
    .select(fields)
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(id, ledgerEntries.transactionId))
}

export function listEntries(db: Db, of: Pick<Posting, 'kind' | 'reference'>): Promise<Entry[]> {
  return selectEntries(db, { account, line, amountCents })
    .where(and(eq(kind, of.kind), eq(reference, of.reference)))
    .orderBy(ledgerEntries.id)
}

export async function refundRounds(
  db: Db,
  of: { refundId: string; orderId: string },
): Promise<{ rounds: number; isOpen: boolean }> {
  const isOfRefund = and(eq(orderId, of.orderId), sql`split_part(${reference}, ':', 1) = ${of.refundId}`)
  const rounds = await db.$count(ledgerTransactions, and(isOfRefund, eq(kind, 'refund_started')))
  const refused = await db.$count(ledgerTransactions, and(isOfRefund, eq(kind, 'refund_refused')))
  return { rounds, isOpen: rounds > refused }
}

/** Oldest first. */
export async function listOrderTransactions(
  db: Db,
  orderIds: readonly string[],
): Promise<PostedTransaction[]> {
  const rows = await selectEntries(db, { id, at, kind, orderId, account, line, amountCents })
    .where(inArray(orderId, [...orderIds]))
    .orderBy(id, ledgerEntries.id)
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((entries) =>
    entries.slice(0, 1).map((first) => ({ ...first, entries })),
  )
}

/** Zero balances are left out. */
export async function orderBalances(db: Db, of: string): Promise<Entry[]> {
  return selectEntries(db, { account, line, amountCents: sql<number>`${cents}::int` })
    .where(eq(orderId, of))
    .groupBy(account, line)
    .having(sql`${cents} <> 0`)
    .orderBy(line, account)
}

/** Zero balances are left out. */
export async function accountBalances(db: Db): Promise<Pick<Entry, 'account' | 'amountCents'>[]> {
  return db
    .select({ account, amountCents: cents.mapWith(Number) })
    .from(ledgerEntries)
    .groupBy(account)
    .having(sql`${cents} <> 0`)
    .orderBy(account)
}

/** Since a time, plus, whatever their time, these references (ours or the gateway's) and every accepted difference. */
export function listGatewayMovements(
  db: Db,
  gateway: GatewayName,
  { from, references }: { from: Date; references: string[] },
) {
  const isMeant = or(
    gte(at, from),
    eq(kind, 'write_off'),
    inArray(reference, references),
    inArray(gatewayRef, references),
  )
  return selectEntries(db, { kind, reference, gatewayRef, orderId, at, amountCents }).where(
    and(eq(account, gatewayAccount(gateway)), isMeant),
  )
}

/** `line` is null for the shipping. Refunded by the gateway or outside it. */
export const orderTotals: SQL = sql`
  select paid.order_id, entry.line,
    coalesce(-sum(entry.amount_cents) filter (where paid.kind in ('fulfillment', 'unfulfilled')), 0)::int as paid_cents,
    coalesce(sum(entry.amount_cents) filter (where paid.kind in ('refund_started', 'refund_refused')), 0)::int
      as refunded_cents
  from ${ledgerTransactions} as paid
  join ${ledgerEntries} as entry on entry.transaction_id = paid.id
  where entry.account in (${sql.join(
    lineAccounts.map((account) => sql`${account}`),
    sql`, `,
  )})
    and (paid.kind in ('fulfillment', 'unfulfilled') or paid.kind in ('refund_started', 'refund_refused') and exists (
      select 1 from ${ledgerTransactions} as done
      where done.reference = split_part(paid.reference, ':', 1)
        and done.kind in ('refund_done', 'refund_paid_outside')))
  group by paid.order_id, entry.line`

/** `to` is not included. */
export type Period = { from: Date; to: Date }

/** In cents: debits positive, credits negative. */
export type PeriodSum = { kind: PostingKind; account: Account; cents: number }

const within = ({ from, to }: Period): SQL | undefined => and(gte(at, from), lt(at, to))

/** A sum of zero is left out. */
export function sumPeriod(db: Db, period: Period): Promise<PeriodSum[]> {
  return selectEntries(db, { kind, account, cents: cents.mapWith(Number) })
    .where(within(period))
    .groupBy(kind, account)
    .having(sql`${cents} <> 0`)
    .orderBy(kind, account)
}

export function listPeriodEntries(db: Db, period: Period, { after, max }: { after: number; max: number }) {
  const fields = { id: ledgerEntries.id, transactionId: id, at, kind, account, orderId, line, amountCents }
  return selectEntries(db, fields)
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
  const sums = { orderId, taxCents: taxCents.mapWith(Number), goodsCents: goodsCents.mapWith(Number) }
  return selectEntries(db, sums)
    .where(and(within(period), inArray(account, [...lineAccounts])))
    .groupBy(orderId)
    .having(sql`${taxCents} <> 0 or ${goodsCents} <> 0`)
    .orderBy(orderId)
}
