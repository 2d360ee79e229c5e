import { and, eq, gte, lt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { ListedTransaction } from '../gateway.ts'
import { invoices, payouts } from '../tables.ts'

/** Money received for invoices and paid out again, by the time a person recorded it. */
export async function listReceipts(db: Db, from: Date, to: Date): Promise<ListedTransaction[]> {
  const received = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.status, 'received'), gte(invoices.decidedAt, from), lt(invoices.decidedAt, to)))
  const paid = await db
    .select()
    .from(payouts)
    .where(and(gte(payouts.paidOutAt, from), lt(payouts.paidOutAt, to)))
  return [
    ...received.map(({ attemptId, amountCents, decidedAt }) =>
      listed('charge', attemptId, amountCents, decidedAt),
    ),
    ...paid.map(({ refundId, amountCents, paidOutAt }) => listed('refund', refundId, amountCents, paidOutAt)),
  ]
}

/** The invoice that a payout refunded. */
export async function findInvoiceOfPayout(db: Db, refundId: string): Promise<string | undefined> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.refundId, refundId))
  return payout?.attemptId
}

/** There is no external reference, only ours. */
function listed(
  kind: ListedTransaction['kind'],
  id: string,
  amountCents: number,
  at: Date | null,
): ListedTransaction {
  return {
    kind,
    status: 'captured',
    ref: id,
    ourId: id,
    amountCents,
    at: at ?? new Date(0),
  }
}
