import { and, eq } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { orderLines } from '#app/features/orders/tables.ts'
import type { AgreedPrice } from '../rules/balance.ts'
import { depositLeft } from '../rules/gate-facts.ts'
import { reservations } from '../tables.ts'

type Line = Pick<
  typeof orderLines.$inferSelect,
  'orderId' | 'position' | 'unitCents' | 'quantity' | 'refundedCents'
>

/** The price that staff set for a reservation, whether the buyer accepted it, and what of the deposit is credited to it. */
export async function findPrice(
  db: Db,
  line: Line,
): Promise<(AgreedPrice & { isAccepted: boolean }) | undefined> {
  const { orderId, position, priceCents, acceptedAt } = reservations
  const [terms] = await db
    .select({ priceCents, acceptedAt })
    .from(reservations)
    .where(and(eq(orderId, line.orderId), eq(position, line.position)))
  if (!terms) return undefined
  return {
    priceCents: terms.priceCents,
    depositCents: depositLeft(line),
    isAccepted: terms.acceptedAt !== null,
  }
}
