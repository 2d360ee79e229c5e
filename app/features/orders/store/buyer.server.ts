import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { TypedDetails } from '../input.ts'
import { orders } from '../tables.ts'

/**
 * How long the details of a buyer stay with an order that came to nothing, in days: long enough to answer a question
 * about a declined payment. Orders that were paid are business records and keep theirs.
 */
export const buyerKeptDays = 30

const nobody = {
  buyerName: null,
  buyerEmail: null,
  buyerPhone: null,
  buyerState: null,
  dealerName: null,
  dealerCity: null,
  dealerState: null,
  dealerKey: null,
  shipStreet: null,
  shipLine2: null,
  shipCity: null,
  shipZip: null,
  verdict: null,
} satisfies Partial<typeof orders.$inferInsert>

/** Empties the personal data of orders that expired or were cancelled over 30 days ago. Returns of how many. */
export async function forgetBuyers({ tx, now }: Work): Promise<number> {
  const forgotten = await tx
    .update(orders)
    .set(nobody)
    .where(
      and(
        inArray(orders.state, ['expired', 'cancelled']),
        lte(orders.expiresAt, after(now, -buyerKeptDays * day)),
        or(...Object.keys(nobody).map((column) => isNotNull(orders[column as keyof typeof nobody]))),
      ),
    )
    .returning({ id: orders.id })
  return forgotten.length
}

/** Keeps what was typed so far with an order that is still held, so that leaving the form does not lose it. */
export async function keepTyped({ tx }: Pick<Work, 'tx'>, orderId: string, typed: TypedDetails) {
  if (Object.keys(typed).length === 0) return
  await tx
    .update(orders)
    .set(typed)
    .where(and(eq(orders.id, orderId), eq(orders.state, 'held')))
}
