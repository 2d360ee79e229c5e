import { sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { formatCents } from '#app/kit/money.ts'
import { orderTotals } from '#app/ledger/ledger.server.ts'
import { orderLines, orders } from '../tables.ts'

export type Mismatch = { orderId: string; total: string; shownCents: number; ledgerCents: number }

/**
 * Compares the totals of orders with the ledger: captured and refunded amounts of the order, its shipping and each
 * line. One statement, for one consistent snapshot.
 */
export async function findLedgerMismatches(db: Db): Promise<Mismatch[]> {
  const { rows } = await db.execute<Mismatch>(sql`
    with ledger as (${orderTotals}),
    whole as (
      select order_id, sum(paid_cents)::int as paid_cents, sum(refunded_cents)::int as refunded_cents,
        coalesce(sum(refunded_cents) filter (where line is null), 0)::int as shipping_cents
      from ledger group by order_id
    ),
    compared as (
      select ${orders.id} as order_id, total.* from ${orders} left join whole on whole.order_id = ${orders.id},
        lateral (values
          ('captured', ${orders.capturedCents}, coalesce(whole.paid_cents, 0)),
          ('refunded', ${orders.refundedCents}, coalesce(whole.refunded_cents, 0)),
          ('refunded of the shipping', ${orders.shippingRefundedCents}, coalesce(whole.shipping_cents, 0))
        ) as total(name, shown, ledger)
      union all
      select ${orderLines.orderId}, 'refunded of line ' || ${orderLines.position}, ${orderLines.refundedCents},
        coalesce(ledger.refunded_cents, 0)
      from ${orderLines} left join ledger
        on ledger.order_id = ${orderLines.orderId} and ledger.line = ${orderLines.position}
    )
    select order_id as "orderId", name as total, shown as "shownCents", ledger as "ledgerCents"
    from compared where shown <> ledger order by order_id, name`)
  return rows
}

export async function checkLedger(work: UnitOfWork): Promise<Mismatch[]> {
  const found = await findLedgerMismatches(work.tx)
  const byOrder = Map.groupBy(found, ({ orderId }) => orderId)
  const wrong = [...byOrder].map(([subject, mismatches]) => ({
    subject,
    detail: mismatches.map(inWords).join(' '),
  }))
  await syncAlerts(work, 'ledger_mismatch', wrong)
  return found
}

function inWords({ total, shownCents, ledgerCents }: Mismatch): string {
  return `The order shows ${formatCents(shownCents)} as ${total}, the ledger says ${formatCents(ledgerCents)}.`
}
