import { and, eq, gte, lt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { ListedTransaction } from '../gateway.ts'
import { invoices, payouts } from '../tables.ts'

/** What came in for invoices, and what was paid out again, by the moment at which a person noted it. */
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

/** The invoice whose money a payout gave back. */
export async function findInvoiceOfPayout(db: Db, refundId: string): Promise<string | undefined> {
  const [payout] = await db.select().from(payouts).where(eq(payouts.refundId, refundId))
  return payout?.attemptId
}

/** The books know no reference but ours. */
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
