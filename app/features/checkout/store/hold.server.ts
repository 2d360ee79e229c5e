import { and, asc, eq, lte, min } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { notBackingOff } from '#app/jobs/work-items.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { graceMs, isOverdue, mayRenew, stockHeldUntil } from '#app/features/orders/rules.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import { orders } from '#app/features/orders/tables.ts'
import {
  endLostHold,
  extendHeld,
  nextVersion,
  findOrderForUpdate,
  lockPayable,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  releaseLines,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'

export async function renewHold(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('expired')
  const verdict = mayRenew(found.order, work.now)
  if (!verdict.ok) return verdict
  return (await moveHoldEnd(work, found, { expiresAt: verdict.until })) ? verdict : refuse('expired')
}

export async function extendHold(work: UnitOfWork, sellables: Sellables, orderId: string, until: Date) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const isHeld = await moveHoldEnd(work, found, { expiresAt: until, expiresCapAt: until })
  return isHeld ? { ok: true as const } : refuse('expired')
}

/** Changes the end of an order's hold. If some stock is gone, the order expires instead and the result is false. */
async function moveHoldEnd(
  work: UnitOfWork,
  { order, lines }: { order: Order; lines: SellableLine[] },
  ends: { expiresAt: Date; expiresCapAt?: Date },
): Promise<boolean> {
  if (!(await extendHeld(work, order, lines, stockHeldUntil(ends.expiresAt)))) {
    await endLostHold(work, order, lines)
    return false
  }
  await work.tx
    .update(orders)
    .set({ ...ends, holdVersion: nextVersion(order) })
    .where(eq(orders.id, order.id))
  await addEvent(work, order.id, 'renewed', { until: ends.expiresAt.toISOString() })
  return true
}

/** Whose order it is, before it is paid: its form is filled in with it, and judged by it. */
export async function saveBuyer(
  { tx }: Pick<UnitOfWork, 'tx'>,
  orderId: string,
  buyer: { [Field in keyof BuyerDetails]?: string | null } | undefined,
) {
  if (!buyer) return
  await tx
    .update(orders)
    .set(buyer)
    .where(and(eq(orders.id, orderId), eq(orders.state, 'held')))
}

/** Cancels an unpaid order and releases its stock; `isReplaced` where the same buyer's next order takes it over. */
export async function cancelHold(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  { isReplaced = false } = {},
) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  await changeOrderState(work, found.order, 'canceled')
  await releaseLines(work, orderId, found.lines)
  await addEvent(work, orderId, 'canceled', isReplaced ? { replaced: true } : {})
  return { ok: true as const }
}

export const expiryWorkItem = 'expire-hold'

export async function listOverdueHolds(db: Db, now: Date, limit: number): Promise<string[]> {
  const overdue = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.state, 'held'),
        lte(orders.expiresAt, after(now, -graceMs)),
        notBackingOff(expiryWorkItem, orders.id, now),
      ),
    )
    .orderBy(asc(orders.expiresAt))
    .limit(limit)
  return overdue.map(({ id }) => id)
}

export async function expireHold(work: UnitOfWork, sellables: Sellables, orderId: string): Promise<void> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || found.order.state !== 'held' || !isOverdue(found.order, work.now)) return
  await changeOrderState(work, found.order, 'expired')
  await releaseLines(work, orderId, found.lines)
  await addEvent(work, orderId, 'expired')
}

export async function nextExpiry(db: Db): Promise<Date | undefined> {
  const [next] = await db
    .select({ at: min(orders.expiresAt) })
    .from(orders)
    .where(eq(orders.state, 'held'))
  return next?.at ? stockHeldUntil(next.at) : undefined
}
