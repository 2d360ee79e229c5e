import { and, asc, eq, lte, min } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { StateRule } from '#app/features/compliance/rules.ts'
import { needsOf } from '#app/features/orders/goods.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import { methodsFor, type PriceList, type Quote, quoteOf } from '#app/features/orders/quote.ts'
import { lineVerdict } from '#app/features/orders/review.ts'
import { graceMs, isOverdue, mayRenew, stockHeldUntil } from '#app/features/orders/rules.ts'
import {
  addEvent,
  changeOrderState,
  endLostHold,
  extendHeld,
  findOrderForUpdate,
  lockPayable,
  nextVersion,
  type Order,
  releaseLine,
  releaseLines,
  type SellableLine,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { notBackingOff } from '#app/jobs/work-items.server.ts'
import { after } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { DeliveryDetails } from '../input.ts'

type Locked = { order: Order; lines: SellableLine[] }

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
  return isHeld ? allowed : refuse('expired')
}

/** Changes the end of an order's hold. If some stock is gone, the order expires instead and the result is false. */
async function moveHoldEnd(
  work: UnitOfWork,
  { order, lines }: Locked,
  ends: { expiresAt: Date; expiresCapAt?: Date },
): Promise<boolean> {
  if (!(await extendHeld(work, order, lines, stockHeldUntil(ends.expiresAt)))) {
    await endLostHold(work, order, lines)
    return false
  }
  await update(work, order.id, { ...ends, holdVersion: nextVersion(order) })
  await addEvent(work, order.id, 'renewed', { until: ends.expiresAt.toISOString() })
  return true
}

async function update({ tx }: UnitOfWork, orderId: string, values: Partial<typeof orders.$inferInsert>) {
  await tx.update(orders).set(values).where(eq(orders.id, orderId))
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

export async function saveDelivery(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  details: DeliveryDetails & Partial<BuyerDetails>,
  prices: PriceList,
) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const { shippingMethod: code, ...address } = details
  const lines = linesOf(found)
  const method = methodsFor(lines, prices.methods).find((each) => each.code === code)
  if (!method) return refuse('no_such_method')
  await update(work, orderId, { ...address, shippingMethod: code, shippingName: method.name })
  await saveQuote(work, orderId, quoteOf(lines, details, method, prices), work.now)
  return allowed
}

/** `isChanged`: a rate or price changed since it was shown; the new total is saved and must be shown before paying. */
export async function quoteLocked(work: UnitOfWork, found: Locked, prices: PriceList) {
  const { id, quotedAt, shipState, shipCounty, shippingMethod, totalCents: shownCents } = found.order
  const lines = linesOf(found)
  const method = methodsFor(lines, prices.methods).find(({ code }) => code === shippingMethod)
  if (!quotedAt || !shipState || !method) return refuse('not_quoted')
  const quote = quoteOf(lines, { shipState, shipCounty }, method, prices)
  const { totalCents } = quote
  const isChanged = totalCents !== shownCents
  if (isChanged) await saveQuote(work, id, quote, work.now)
  return { ok: true as const, totalCents, isChanged }
}

/**
 * The rest stays held as it was; the last line cancels the order. Under the `law` of the day only a line that the state rules refuse,
 * and the rest is quoted anew; without it one without tax and shipping that can no longer be had.
 */
export async function removeLine(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  position: number,
  law?: PriceList & { rules: readonly StateRule[] },
) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const { order, lines } = found
  const leaving = lines.find(({ line }) => line.position === position)
  if (!leaving) return allowed // taken off before
  const { line } = leaving
  const hasParcel = needsOf(linesOf(found)).shipping
  if (law && lineVerdict(line, order, hasParcel, law.rules, work.now)?.outcome !== 'refused')
    return refuse('not_refused')
  if (lines.length === 1) return cancelHold(work, sellables, orderId)
  await releaseLine(work, orderId, leaving)
  await work.tx
    .delete(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  await addEvent(work, orderId, 'line_removed', { line: position })
  if (!law) {
    await update(work, orderId, { totalCents: order.totalCents - line.unitCents * line.quantity })
    return allowed
  }
  const method = law.methods.find(({ code }) => code === order.shippingMethod)
  const destination = { shipState: order.shipState ?? '', shipCounty: order.shipCounty }
  const priceCents = order.quotedAt ? (method?.priceCents ?? order.shippingCents) : 0
  const staying = linesOf(found).filter((each) => each !== line)
  await saveQuote(work, orderId, quoteOf(staying, destination, { priceCents }, law), order.quotedAt)
  return allowed
}

async function saveQuote(
  work: UnitOfWork,
  orderId: string,
  { taxCents, ...quote }: Quote,
  quotedAt: Date | null,
) {
  await update(work, orderId, { ...quote, quotedAt })
  for (const [position, cents] of Object.entries(taxCents))
    await work.tx
      .update(orderLines)
      .set({ taxCents: cents })
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, Number(position))))
}

function linesOf({ lines }: Pick<Locked, 'lines'>) {
  return lines.map(({ line }) => line)
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
  await endHold(work, found, 'canceled', isReplaced ? { replaced: true } : {})
  return allowed
}

async function endHold(
  work: UnitOfWork,
  { order, lines }: Locked,
  state: 'canceled' | 'expired',
  data?: { replaced?: true },
) {
  await changeOrderState(work, order, state)
  await releaseLines(work, order.id, lines)
  await addEvent(work, order.id, state, data)
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
  if (found?.order.state === 'held' && isOverdue(found.order, work.now)) await endHold(work, found, 'expired')
}

export async function nextExpiry(db: Db): Promise<Date | undefined> {
  const [next] = await db
    .select({ at: min(orders.expiresAt) })
    .from(orders)
    .where(eq(orders.state, 'held'))
  return next?.at ? stockHeldUntil(next.at) : undefined
}
