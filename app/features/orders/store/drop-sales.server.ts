import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'

type SalesTrouble = { id: number; at: Date; kind: string; orderId: string; number: number | null }

export type DropSales = {
  /** US cents that were taken for numbers and not given back. */
  takenCents: number
  refundedCents: number
  /** Orders that are filled in, are being paid, or wait for the gateway or a person. */
  filling: number
  paying: number
  unsettled: number
  troubles: SalesTrouble[]
}

const ofDrop = (slug: string) =>
  sql`${orderLines.kind} = 'drop_unit' and ${orderLines.ref} ->> 'slug' = ${slug}`

export async function findDropSales(
  db: Db,
  slug: string,
  { now, since }: { now: Date; since: Date },
): Promise<DropSales> {
  const { rows: sums } = await db.execute<Record<string, string | null>>(sql`
    select
      coalesce(sum(${orderLines.unitCents} * ${orderLines.quantity} + ${orderLines.taxCents} - ${orderLines.refundedCents})
        filter (where ${orders.capturedCents} > 0), 0) as taken,
      coalesce(sum(${orderLines.refundedCents}), 0) as refunded,
      count(*) filter (where ${orders.state} = 'held' and ${orders.expiresAt} > ${now}) as filling,
      count(*) filter (where ${orders.state} = 'paying') as paying,
      count(*) filter (where ${orders.state} in ('unknown', 'review')) as unsettled
    from ${orderLines} join ${orders} on ${orders.id} = ${orderLines.orderId}
    where ${ofDrop(slug)}`)
  const { rows: troubles } = await db.execute<Record<string, string | number | null>>(sql`
    select ${orderEvents.id} as id, ${orderEvents.at} as at, ${orderEvents.kind} as kind, ${orderEvents.orderId} as "orderId",
      (${orderLines.ref} ->> 'number')::int as number
    from ${orderEvents} join ${orderLines} on ${orderLines.orderId} = ${orderEvents.orderId}
    where ${ofDrop(slug)} and ${orderEvents.at} >= ${since} and ${orderEvents.kind} in ('declined', 'unknown', 'expired')
    order by ${orderEvents.id} desc limit 6`)
  const count = (name: string) => Number(sums[0]?.[name] ?? 0)
  return {
    takenCents: count('taken'),
    refundedCents: count('refunded'),
    filling: count('filling'),
    paying: count('paying'),
    unsettled: count('unsettled'),
    troubles: troubles.map(({ id, at, kind, orderId, number }) => ({
      id: Number(id),
      at: new Date(String(at)),
      kind: String(kind),
      orderId: String(orderId),
      number: number === null || number === undefined ? null : Number(number),
    })),
  }
}

export async function findBuyerMarks(
  db: Db,
  slug: string,
): Promise<Map<string, { state: string | null; paidAt: Date | null }>> {
  const { rows } = await db.execute<{ id: string; state: string | null; paidAt: string | null }>(sql`
    select ${orders.id} as id, ${orders.buyerState} as state, ${orders.paidAt} as "paidAt"
    from ${orderLines} join ${orders} on ${orders.id} = ${orderLines.orderId}
    where ${ofDrop(slug)} and ${orders.state} not in ('expired', 'canceled')`)
  return new Map(
    rows.map(({ id, state, paidAt }) => [id, { state, paidAt: paidAt ? new Date(paidAt) : null }]),
  )
}
