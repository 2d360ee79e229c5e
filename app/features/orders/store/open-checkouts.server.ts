import { and, countDistinct, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type AgeClass, everywhere } from '#app/features/compliance/rules/ages.ts'
import { inCheckoutStates } from '../rules.ts'
import { orderLines, orders } from '../tables.ts'

/** How many checkouts are open now in which this class of age counts, of buyers in this state (`US`: of everybody). */
export async function countOpenCheckouts(
  db: Db,
  { ageClass, state }: { ageClass: AgeClass; state: string },
): Promise<number> {
  const { itemClass, kind } = orderLines
  const ofClass =
    ageClass === 'training'
      ? eq(kind, 'course_seat')
      : ageClass === 'goods'
        ? and(isNull(itemClass), ne(kind, 'course_seat'))
        : eq(itemClass, ageClass)
  const [found] = await db
    .select({ orders: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        inArray(orders.state, inCheckoutStates),
        ofClass,
        state === everywhere ? undefined : eq(orders.buyerState, state),
      ),
    )
  return found?.orders ?? 0
}
