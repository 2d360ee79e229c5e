import { eq, sql } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { mayPay } from '../rules.ts'
import { orderEvents, orders } from '../tables.ts'
import { isSoldInFull, soldBy, told } from './capture-statement.server.ts'
import { composedFor } from './composed-for.server.ts'
import { announceLines, kindsOf, type LoadedLine } from './lines.server.ts'
import { buyerColumns, buyerValues, type PayRequest } from './pay.server.ts'

/** An order that costs nothing, with what its buyer said. */
export type FreeRequest = Pick<PayRequest, 'orderId' | 'buyer' | 'verdict'> & {
  lines: Pick<LoadedLine, 'sellable' | 'ref'>[]
}

/**
 * Turns an order that costs nothing into a paid one, in one statement and without asking any gateway. Sent twice, it
 * confirms once.
 */
export async function confirmFreeOrder(work: Work, request: FreeRequest): Promise<{ ok: true } | Refusal> {
  const { orderId, lines } = request
  const confirm = freeStatement(kindsOf(lines))
  const [confirmed] = await confirm(work.tx, {
    ...{ orderId, lines: lines.length, now: work.now },
    ...buyerValues(request),
  })
  if (confirmed?.paid) {
    announceLines(work, lines)
    return { ok: true }
  }
  const [order] = await work.tx.select().from(orders).where(eq(orders.id, orderId))
  const verdict = order && mayPay(order, work.now)
  if (verdict && !verdict.ok) return verdict
  return refuse(order && order.totalCents > 0 ? 'total_changed' : 'expired')
}

const value = (name: string) => sql.placeholder(name)

const freeStatement = composedFor<{ paid: number }>((sellables) => {
  const now = sql`${value('now')}::timestamptz`
  return sql`
    with paid as (
      update ${orders} set state = 'paid', paid_at = ${now}, ${buyerColumns(now)}
      where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held' and ${orders.expiresAt} > ${now}
        and ${orders.totalCents} = 0
        and ${sql.join(
          sellables.map((sellable) => sellable.owns(sql`${orders.id}`)),
          sql` and `,
        )}
      returning id
    ),
    ${soldBy(sellables)},
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${now}, 'paid', jsonb_build_object('amountCents', 0) from paid
    ),
    ${told(sellables)}
    select count(*)::int as paid, ${isSoldInFull(sellables)} from paid`
})
