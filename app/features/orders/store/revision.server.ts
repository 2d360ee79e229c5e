import { and, asc, eq, gt, max } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { orderEvents } from '../tables.ts'
import { lockOrder } from './dealer.server.ts'

export type OrderEvent = typeof orderEvents.$inferSelect

export type ChangedRefusal = { ok: false; why: 'changed'; since: OrderEvent[] }

/** The revision of an order: the id of its latest event. Every form about an order carries it. */
export async function findRevision(db: Db, orderId: string): Promise<number> {
  const [found] = await db
    .select({ revision: max(orderEvents.id) })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
  return found?.revision ?? 0
}

/**
 * Locks an order and refuses when it changed since the revision that the form was made from. Without a revision, as from
 * the command line, nothing is compared.
 */
export async function expectRevision(
  work: UnitOfWork,
  orderId: string,
  seen: number | undefined,
): Promise<typeof allowed | ChangedRefusal | Refusal<'order_not_found'>> {
  if (!(await lockOrder(work, orderId))) return refuse('order_not_found')
  if (seen === undefined) return allowed
  const since = await work.tx
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), gt(orderEvents.id, seen)))
    .orderBy(asc(orderEvents.id))
  return since.length === 0 ? allowed : { ok: false, why: 'changed', since }
}
