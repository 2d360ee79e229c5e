import { type SQL, sql } from 'drizzle-orm'
import { type Statement, statement } from '#app/db/statement.server.ts'
import type { Sellable } from '../sellable.ts'
import { orderEvents, orderLines, orderLinks, orders } from '../tables.ts'

const value = (name: string) => sql.placeholder(name)
const composed = new Map<string, Statement<{ order_id: string }>>()

/**
 * The statement that starts an order for lines of these kinds: finds and locks the stock of every line, writes the order
 * unless its key was used before, gives it the stock, and writes its lines, its first event and its private link. Where
 * one line finds nothing, or the key was used, nothing is written and no row comes back.
 */
export function startStatement(sellables: Sellable[]): Statement<{ order_id: string }> {
  const kinds = sellables.map(({ kind }) => kind).join(' ')
  const known = composed.get(kinds) ?? statement<{ order_id: string }>(() => compose(sellables))
  composed.set(kinds, known)
  return known
}

function compose(sellables: Sellable[]): SQL {
  const now = sql`${value('now')}::timestamptz`
  const until = sql`${value('until')}::timestamptz`
  const lines = sellables.map((sellable, position) => ({
    ...{ sellable, position, found: sql.raw(`stock_${position}`), taken: sql.raw(`taken_${position}`) },
    ref: sql`${value(`ref${position}`)}::jsonb`,
  }))
  const each = (piece: (line: (typeof lines)[number]) => SQL, between: string) =>
    sql.join(lines.map(piece), sql.raw(between))

  return sql`
    with ${each(({ found, sellable, ref }) => sql`${found} as materialized (${sellable.stock(ref, now)})`, ', ')},
    placed as (
      insert into ${orders} (id, state, idempotency_key, request_fingerprint, total_cents, created_at, expires_at, expires_cap_at)
      select ${value('orderId')}, 'held', ${value('key')}, ${value('requestFingerprint')},
        ${each(({ found }) => sql`${found}.unit_cents`, ' + ')}, ${now}, ${until}, ${value('capAt')}::timestamptz
      from ${each(({ found }) => found, ', ')}
      on conflict (idempotency_key) do nothing
      returning id
    ),
    ${each(({ taken, found, sellable }) => sql`${taken} as (${sellable.take(sql`placed, ${found}`, found, sql`placed.id`, until)})`, ', ')},
    lined as (
      insert into ${orderLines} (order_id, position, kind, ref, title, detail, plate, unit_cents, item_class)
      ${each(
        ({ found, position, sellable }) => sql`
          select placed.id, ${sql.raw(String(position))}, ${sql.raw(`'${sellable.kind}'`)}, ref, title, detail, plate, unit_cents, item_class
          from placed, ${found}`,
        ' union all ',
      )}
      returning order_id
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${now}, 'held', jsonb_build_object('until', ${until}) from placed
    ),
    linked as (
      insert into ${orderLinks} (token_hash, order_id, created_at) select ${value('tokenHash')}, id, ${now} from placed
    )
    select order_id from lined`
}
