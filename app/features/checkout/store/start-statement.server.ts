import { type SQL, sql } from 'drizzle-orm'
import type { Sellable, StockRow } from '#app/features/orders/sellable.ts'
import { value } from '#app/db/statement.server.ts'
import { orderHolders } from '../tables.ts'
import { orderEvents, orderLines, orderLinks, orders } from '#app/features/orders/tables.ts'
import { statementPerKinds } from '#app/features/orders/store/statement-per-kinds.server.ts'

/** The stock columns that an order line copies. */
const copiedColumns = [
  'title',
  'detail',
  'plate',
  'quantity',
  'unit_cents',
  'fulfillment',
  'tax_class',
  'item_class',
  'refund_until',
  'magazine',
  'firearm',
  'flags',
  'variant',
] satisfies (keyof StockRow)[]
const copied = sql.raw(copiedColumns.join(', '))

/**
 * The statement that starts an order: finds and locks the stock of every line, inserts the order unless its key was
 * used before, assigns the stock, and inserts lines, first event, holder and private link. If a line finds no stock,
 * or the key was used, nothing is written and no row is returned.
 */
export const startStatement = statementPerKinds<{ order_id: string }>(compose)

function compose(sellables: Sellable[]): SQL {
  const now = sql`${value('now')}::timestamptz`
  const until = sql`${value('until')}::timestamptz`
  const heldUntil = sql`${value('heldUntil')}::timestamptz`
  const lines = sellables.map((sellable, position) => ({
    sellable,
    position,
    found: sql.raw(`stock_${position}`),
    taken: sql.raw(`taken_${position}`),
    ref: sql`${value(`ref${position}`)}::jsonb`,
  }))
  const each = (piece: (line: (typeof lines)[number]) => SQL, between: string) =>
    sql.join(lines.map(piece), sql.raw(between))

  return sql`
    with ${each(({ found, sellable, ref }) => sql`${found} as materialized (${sellable.stock(ref, now)})`, ', ')},
    placed as (
      insert into ${orders} (id, state, idempotency_key, request_fingerprint, total_cents, created_at, expires_at, expires_cap_at)
      select ${value('orderId')}, 'held', ${value('key')}, ${value('requestFingerprint')},
        ${each(({ found }) => sql`${found}.unit_cents * ${found}.quantity`, ' + ')}, ${now}, ${until}, ${value('capAt')}::timestamptz
      from ${each(({ found }) => found, ', ')}
      on conflict (idempotency_key) do nothing
      returning id
    ),
    ${each(({ taken, found, sellable }) => sql`${taken} as (${sellable.take(sql`placed, ${found}`, found, sql`placed.id`, heldUntil)}${lines.length > 1 ? sql` returning 1` : sql``})`, ', ')},
    lined as (
      insert into ${orderLines} (order_id, position, kind, ref, ${copied})
      ${each(
        ({ found, position, sellable }) => sql`
          select placed.id, ${sql.raw(String(position))}, ${sql.raw(`'${sellable.kind}'`)}, ref, ${copied}
          from placed, ${found}`,
        ' union all ',
      )}
      returning order_id
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${now}, 'held', jsonb_build_object('until', ${until}) from placed
    ),
    holding as (
      insert into ${orderHolders} (order_id, visitor, address, network, created_at)
      select id, ${value('visitor')}::text, ${value('address')}, ${value('network')}, ${now} from placed
      where ${value('visitor')}::text is not null
    ),
    linked as (
      insert into ${orderLinks} (token_hash, order_id, created_at, expires_at)
      select ${value('tokenHash')}, id, ${now}, ${value('linkUntil')}::timestamptz from placed
    )
    select order_id${lines.length > 1 ? eachTaken(lines.map(({ taken }) => taken)) : sql``} from lined limit 1`
}

/**
 * Two lines that found the same unit would share it. No request can ask for that; if it ever happens, the database
 * rolls back with a named error.
 */
function eachTaken(taken: SQL[]): SQL {
  const rows = sql.join(
    taken.map((name) => sql`(select count(*) from ${name})`),
    sql` + `,
  )
  return sql`, require_rows('stock of an order', ${rows}, ${sql.raw(String(taken.length))}) as rows`
}
