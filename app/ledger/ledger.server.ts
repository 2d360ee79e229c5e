import { and, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { GatewayName } from '#app/gateway/gateway.ts'
import { statement, value } from '#app/db/statement.server.ts'
import { gatewayAccount, lineAccounts } from './accounts.ts'
import type { Entry, Posting } from './postings.ts'
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

export function listEntries(
  db: Db,
  { kind, reference }: Pick<Posting, 'kind' | 'reference'>,
): Promise<Entry[]> {
  const { account, line, amountCents } = ledgerEntries
  return db
    .select({ account, line, amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(and(eq(ledgerTransactions.kind, kind), eq(ledgerTransactions.reference, reference)))
    .orderBy(ledgerEntries.id)
}

export async function refundRounds(
  db: Db,
  { refundId, orderId }: { refundId: string; orderId: string },
): Promise<{ rounds: number; isOpen: boolean }> {
  const { kind, reference } = ledgerTransactions
  const isOfRefund = and(
    eq(ledgerTransactions.orderId, orderId),
    sql`split_part(${reference}, ':', 1) = ${refundId}`,
  )
  const rounds = await db.$count(ledgerTransactions, and(isOfRefund, eq(kind, 'refund_started')))
  const refused = await db.$count(ledgerTransactions, and(isOfRefund, eq(kind, 'refund_refused')))
  return { rounds, isOpen: rounds > refused }
}

export type LedgerTransaction = Pick<
  typeof ledgerTransactions.$inferSelect,
  'id' | 'at' | 'kind' | 'orderId'
> & {
  entries: Entry[]
}

/** Oldest first. */
export async function listOrderTransactions(
  db: Db,
  orderIds: readonly string[],
): Promise<LedgerTransaction[]> {
  const { id, at, kind, orderId } = ledgerTransactions
  const { account, line, amountCents } = ledgerEntries
  const rows = await db
    .select({ id, at, kind, orderId, account, line, amountCents })
    .from(ledgerTransactions)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transactionId, id))
    .where(inArray(orderId, [...orderIds]))
    .orderBy(id, ledgerEntries.id)
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap(([first, ...others]) =>
    first
      ? { id: first.id, at: first.at, kind: first.kind, orderId: first.orderId, entries: [first, ...others] }
      : [],
  )
}

/** Zero balances are left out. */
export async function orderBalances(db: Db, orderId: string): Promise<Entry[]> {
  const { account, line } = ledgerEntries
  const amountCents = sql<number>`sum(${ledgerEntries.amountCents})::int`
  return db
    .select({ account, line, amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.orderId, orderId))
    .groupBy(account, line)
    .having(sql`sum(${ledgerEntries.amountCents}) <> 0`)
    .orderBy(line, account)
}

/** Zero balances are left out. */
export async function accountBalances(db: Db): Promise<Pick<Entry, 'account' | 'amountCents'>[]> {
  const { account } = ledgerEntries
  const cents = sql`sum(${ledgerEntries.amountCents})`
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
  const { kind, reference, gatewayRef, orderId, at } = ledgerTransactions
  return db
    .select({ kind, reference, gatewayRef, orderId, at, amountCents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(
      and(
        eq(ledgerEntries.account, gatewayAccount(gateway)),
        or(
          gte(at, from),
          eq(kind, 'write_off'),
          inArray(reference, references),
          inArray(gatewayRef, references),
        ),
      ),
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
