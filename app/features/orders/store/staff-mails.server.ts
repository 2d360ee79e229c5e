import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { recordDueJob } from '#app/jobs/jobs.server.ts'
import { queuedJobs } from '#app/jobs/tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { orderLines, orders } from '../tables.ts'
import { isInReview, toShip } from './order-list.server.ts'

/** How long paid orders are gathered into one mail to staff, in milliseconds. The first after a quiet time is mailed within a minute. */
const gatherMs = 5 * minute

/** It waits while another mail does: the orders of a long outage join one mail. */
export async function gatherStaffMail(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  const queueMail = recordDueJob(
    'mail-staff-orders',
    sql`jsonb_build_object('at', ${at}::text)`,
    sql`(select from told limit 1) one`,
  )
  await db.execute(sql`
    with told as (
      update ${orders} set staff_told_at = ${at}::timestamptz
      where ${orders.paidAt} is not null and ${orders.staffToldAt} is null
        and not exists (select from ${orders} told
          where told.staff_told_at > ${after(now, -gatherMs).toISOString()}::timestamptz and told.staff_told_at <= ${at}::timestamptz)
        and not exists (select from ${queuedJobs} where ${queuedJobs.job} = 'mail-staff-orders' and ${queuedJobs.failedAt} is null)
      returning id
    )
    ${queueMail}`)
}

export type GatheredOrder = Awaited<ReturnType<typeof findGatheredOrders>>[number]

/** An order that was refunded meanwhile is still one of them: staff see every sale, and each once. */
export async function findGatheredOrders(db: Db, toldAt: Date) {
  const rows = await db
    .select({
      id: orders.id,
      state: orders.state,
      paidCents: orders.capturedCents,
      needsReview: sql<boolean>`(${isInReview}) is true`,
      isToShip: sql<boolean>`(${toShip}) is true`,
      balanceOf: sql<
        string | null
      >`case when ${orderLines.kind} = 'balance' then ${orderLines.ref} ->> 'reservation' end`,
      line: {
        title: orderLines.title,
        detail: orderLines.detail,
        quantity: orderLines.quantity,
      },
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.staffToldAt, toldAt), isNotNull(orders.paidAt)))
    .orderBy(asc(orders.paidAt), asc(orders.id), asc(orderLines.position))
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { line, ...order } = first
    return [{ ...order, lines: [line, ...others.map((row) => row.line)] }]
  })
}
