import { type SQL, sql } from 'drizzle-orm'
import { writeDownJob } from '#app/jobs/due-jobs.server.ts'
import type { Sellable } from '../sellable.ts'
import { paymentAttempts } from '../payment-tables.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'
import { composedFor } from './composed-for.server.ts'

/** What the statement did: how many orders it paid, 0 or 1. */
export type Captured = { paid: number }

const value = (name: string) => sql.placeholder(name)

/**
 * The statement that turns a captured charge into a paid order: closes the attempt if it is still open, pays the order,
 * sells it what it holds, opens its reservations, writes its history and the job that confirms it. The order is locked
 * before its attempt, as everywhere. Where the attempt was settled before, nothing happens.
 */
export const captureStatement = composedFor<Captured>((sellables) => {
  const now = sql`${value('now')}::timestamptz`
  return sql`
    with settling as (
      select id from ${orders} where id = ${value('orderId')} and state in ('paying', 'unknown', 'review') for update
    ),
    closed as (
      update ${paymentAttempts} set state = 'captured', charge_ref = ${value('chargeRef')}, settled_at = ${now}, ask_again_at = null
      from settling
      where ${paymentAttempts.id} = ${value('attemptId')} and ${paymentAttempts.orderId} = settling.id
        and ${paymentAttempts.state} in ('started', 'unknown', 'review')
      returning ${paymentAttempts.id} as attempt_id, settling.id, amount_cents
    ),
    paid as (
      update ${orders} set state = 'paid', paid_at = ${now}, captured_cents = closed.amount_cents from closed
      where ${orders.id} = closed.id returning ${orders.id}, closed.attempt_id, closed.amount_cents
    ),
    ${soldBy(sellables)},
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${now}, 'paid', jsonb_build_object('attempt', attempt_id, 'amountCents', amount_cents) from paid
    ),
    ${told(sellables)}
    select count(*)::int as paid,
      ${isSoldInFull(sellables)}
    from paid`
})

/** Sells what the order of the row in `paid` holds, and opens its reservations. */
export function soldBy(sellables: Sellable[]): SQL {
  const sold = sellables.map(
    (sellable, n) => sql`${soldName(n)} as (${sellable.fulfil(sql`(select id from paid)`)})`,
  )
  return sql`${sql.join(sold, sql`, `)},
    reserved as (
      update ${orderLines} set stage = 'reserved' from paid
      where ${orderLines.orderId} = paid.id and ${orderLines.fulfilment} = 'transfer'
    )`
}

/**
 * Paid without stock cannot happen. If it does, the division by zero undoes all of the statement and is seen. Takes the
 * number of lines from the placeholder `lines`.
 */
export function isSoldInFull(sellables: Sellable[]): SQL {
  const rows = sql.join(
    sellables.map((_, n) => sql`(select count(*) from ${soldName(n)})`),
    sql` + `,
  )
  return sql`1 / (case when (${rows}) < count(*) * ${value('lines')}::int then 0 else 1 end) as "isSoldInFull"`
}

/** Writes down what is to be done about the order in `paid`: its confirmation, and what rooms want done, each job once. */
export function told(sellables: Sellable[]): SQL {
  const jobs = new Set(['mail-order-confirmation', ...sellables.flatMap(({ paidJob }) => paidJob ?? [])])
  return sql.join(
    [...jobs].map(
      (job, n) =>
        sql`${sql.raw(`told_${n}`)} as (${writeDownJob(job, sql`jsonb_build_object('orderId', id)`, sql`paid`)})`,
    ),
    sql`, `,
  )
}

const soldName = (n: number) => sql.raw(`sold_${n}`)
