import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule } from '#app/features/compliance/rules.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { DeliveryDetails } from '../input.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import { methodsFor, type Quote, quoteOf, type PriceList } from '#app/features/orders/quote.ts'
import { needsOf } from '#app/features/orders/goods.ts'
import { lineVerdict } from '#app/features/orders/review.ts'
import { orderLines, orders } from '#app/features/orders/tables.ts'
import { cancelHold } from './hold.server.ts'
import {
  lockPayable,
  type SellableLine,
  addEvent,
  type Order,
  releaseLine,
  type Sellables,
} from '#app/features/orders/store/lines.server.ts'

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
  const method = methodsFor(linesOf(found.lines), prices.methods).find((each) => each.code === code)
  if (!method) return refuse('no_such_method')
  await work.tx
    .update(orders)
    .set({ ...address, shippingMethod: code, shippingName: method.name })
    .where(eq(orders.id, orderId))
  const quote = quoteOf(linesOf(found.lines), details, method, prices)
  await saveQuote(work, orderId, quote, work.now)
  return { ok: true as const, quote }
}

/** `isChanged`: a rate or price changed since it was shown; the new total is saved and must be shown before paying. */
export async function quoteLocked(
  work: UnitOfWork,
  order: Order,
  lines: readonly SellableLine[],
  prices: PriceList,
) {
  const method = methodsFor(linesOf(lines), prices.methods).find(({ code }) => code === order.shippingMethod)
  if (!order.quotedAt || !order.shipState || !method) return refuse('not_quoted')
  const destination = { shipState: order.shipState, shipCounty: order.shipCounty }
  const quote = quoteOf(linesOf(lines), destination, method, prices)
  const { totalCents } = quote
  if (totalCents === order.totalCents) return { ok: true as const, totalCents, isChanged: false }
  await saveQuote(work, order.id, quote, work.now)
  return { ok: true as const, totalCents, isChanged: true }
}

/** Only a line that the state rules refuse. Removing the last line cancels the order. */
export async function removeLine(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  position: number,
  { rules, ...prices }: PriceList & { rules: readonly StateRule[] },
) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const leaving = found.lines.find(({ line }) => line.position === position)
  if (!leaving) return { ok: true as const } // taken off before
  const hasParcel = needsOf(linesOf(found.lines)).shipping
  if (lineVerdict(leaving.line, found.order, hasParcel, rules, work.now)?.outcome !== 'refused')
    return refuse('not_refused')
  const staying = found.lines.filter((each) => each !== leaving)
  if (staying.length === 0) return cancelHold(work, sellables, orderId)
  await takeOut(work, orderId, leaving)
  await saveQuote(work, orderId, quoteWithout(found.order, staying, prices), found.order.quotedAt)
  return { ok: true as const }
}

/** For a line without tax and shipping that can no longer be had: the rest stays held as it was. The last line cancels the order. */
export async function dropLine(work: UnitOfWork, sellables: Sellables, orderId: string, position: number) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const leaving = found.lines.find(({ line }) => line.position === position)
  if (!leaving) return { ok: true as const }
  if (found.lines.length === 1) return cancelHold(work, sellables, orderId)
  await takeOut(work, orderId, leaving)
  const { unitCents, quantity } = leaving.line
  await work.tx
    .update(orders)
    .set({ totalCents: found.order.totalCents - unitCents * quantity })
    .where(eq(orders.id, orderId))
  return { ok: true as const }
}

async function takeOut(work: UnitOfWork, orderId: string, leaving: SellableLine) {
  const { position } = leaving.line
  await releaseLine(work, orderId, leaving)
  await work.tx
    .delete(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  await addEvent(work, orderId, 'line_removed', { line: position })
}

/** Without a shipped line no address is needed. */
function quoteWithout(order: Order, staying: SellableLine[], prices: PriceList): Quote {
  const method = prices.methods.find(({ code }) => code === order.shippingMethod)
  return quoteOf(
    linesOf(staying),
    { shipState: order.shipState ?? '', shipCounty: order.shipCounty },
    { priceCents: order.quotedAt ? (method?.priceCents ?? order.shippingCents) : 0 },
    prices,
  )
}

async function saveQuote(
  { tx }: UnitOfWork,
  orderId: string,
  { taxCents, ...quote }: Quote,
  quotedAt: Date | null,
) {
  await tx
    .update(orders)
    .set({ ...quote, quotedAt })
    .where(eq(orders.id, orderId))
  for (const [position, cents] of Object.entries(taxCents))
    await tx
      .update(orderLines)
      .set({ taxCents: cents })
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, Number(position))))
}

function linesOf(lines: readonly SellableLine[]) {
  return lines.map(({ line }) => line)
}
