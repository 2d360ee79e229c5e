import { and, asc, eq, lte, min } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Work } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { mayPay, mayRenew } from '../rules.ts'
import { orders } from '../tables.ts'
import {
  extendLines,
  findOrderForUpdate,
  moveOrder,
  note,
  releaseLines,
  type Sellables,
} from './lines.server.ts'

/** Renews a hold to its full length, up to the cap of the order. */
export async function renewHold(work: Work, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('expired')
  const verdict = mayRenew(found.order, work.now)
  if (!verdict.ok) return verdict
  await extendLines(work, orderId, found.lines, verdict.until)
  await work.tx.update(orders).set({ expiresAt: verdict.until }).where(eq(orders.id, orderId))
  await note(work, orderId, 'renewed', { until: verdict.until.toISOString() })
  return verdict
}

/**
 * Keeps what an order holds until an instant of the shop's choosing, beyond the usual length: what is offered to somebody
 * who is not here yet.
 */
export async function keepHold(work: Work, sellables: Sellables, orderId: string, until: Date) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('expired')
  const verdict = mayPay(found.order, work.now)
  if (!verdict.ok) return verdict
  await extendLines(work, orderId, found.lines, until)
  const ends = { expiresAt: until, expiresCapAt: until }
  await work.tx.update(orders).set(ends).where(eq(orders.id, orderId))
  await note(work, orderId, 'renewed', { until: until.toISOString() })
  return { ok: true as const }
}

/** The visitor lets go of a hold before paying. */
export async function cancelHold(work: Work, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('expired')
  const verdict = mayPay(found.order, work.now)
  if (!verdict.ok) return verdict
  await moveOrder(work, found.order, 'cancelled')
  await releaseLines(work, orderId, found.lines)
  await note(work, orderId, 'cancelled')
  return { ok: true as const }
}

/** Ends holds that are overdue and gives their stock back, at most `most` of them. Returns how many ended. */
export async function expireHolds(work: Work, sellables: Sellables, most = 50): Promise<number> {
  const overdue = await work.tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'held'), lte(orders.expiresAt, work.now)))
    .orderBy(asc(orders.expiresAt))
    .limit(most)
    .for('update', { skipLocked: true })
  for (const { id } of overdue) {
    const found = await findOrderForUpdate(work, sellables, id)
    if (!found) continue
    await moveOrder(work, found.order, 'expired')
    await releaseLines(work, id, found.lines)
    await note(work, id, 'expired')
  }
  return overdue.length
}

/** When the next hold runs out, if any does. */
export async function nextExpiry(db: Db): Promise<Date | undefined> {
  const [next] = await db
    .select({ at: min(orders.expiresAt) })
    .from(orders)
    .where(eq(orders.state, 'held'))
  return next?.at ?? undefined
}
