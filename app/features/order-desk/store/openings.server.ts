import { and, asc, eq, gt, lt, ne } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { orderOpenings } from '../tables.ts'

const openMs = 10 * minute

export type Opening = { name: string; at: Date }

/**
 * Notes that a member loaded the sheet of an order, and says who else has it open. It locks nobody out: what two people change
 * at once, the revision tells the second.
 */
export async function openSheet(
  db: Db,
  orderId: string,
  member: { id: string; name: string },
  now: Date,
): Promise<Opening[]> {
  const opening = { orderId, memberId: member.id, name: member.name, at: now }
  await db
    .insert(orderOpenings)
    .values(opening)
    .onConflictDoUpdate({ target: [orderOpenings.orderId, orderOpenings.memberId], set: { at: now } })
  await db
    .delete(orderOpenings)
    .where(and(eq(orderOpenings.orderId, orderId), lt(orderOpenings.at, after(now, -day))))
  return db
    .select({ name: orderOpenings.name, at: orderOpenings.at })
    .from(orderOpenings)
    .where(
      and(
        eq(orderOpenings.orderId, orderId),
        ne(orderOpenings.memberId, member.id),
        gt(orderOpenings.at, after(now, -openMs)),
      ),
    )
    .orderBy(asc(orderOpenings.name))
}
