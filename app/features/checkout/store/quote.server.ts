import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/db.server.ts'
import type { StateRule } from '#app/features/compliance/rules.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
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

/** Only a line that the state rules refuse. Without a shipped line no address is needed. */
export function removeLine(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  position: number,
  { rules, ...prices }: PriceList & { rules: readonly StateRule[] },
) {
  return takeOut(work, sellables, { orderId, position }, ({ order, lines }, { line }) => {
    const hasParcel = needsOf(linesOf(lines)).shipping
    if (lineVerdict(line, order, hasParcel, rules, work.now)?.outcome !== 'refused')
      return refuse('not_refused')
    const method = prices.methods.find(({ code }) => code === order.shippingMethod)
    const destination = { shipState: order.shipState ?? '', shipCounty: order.shipCounty }
    const priceCents = order.quotedAt ? (method?.priceCents ?? order.shippingCents) : 0
    const staying = linesOf(lines).filter((each) => each !== line)
    const quote = () => quoteOf(staying, destination, { priceCents }, prices)
    return { ok: true, reprice: () => saveQuote(work, orderId, quote(), order.quotedAt) }
  })
}

/** For a line without tax and shipping that can no longer be had. */
export function dropLine(work: UnitOfWork, sellables: Sellables, orderId: string, position: number) {
  return takeOut(work, sellables, { orderId, position }, ({ order }, { line }) => ({
    ok: true,
    async reprice() {
      const totalCents = order.totalCents - line.unitCents * line.quantity
      await work.tx.update(orders).set({ totalCents }).where(eq(orders.id, orderId))
    },
  }))
}

/** The rest stays held as it was. The last line cancels the order. */
async function takeOut(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position }: { orderId: string; position: number },
  judge: (
    found: { order: Order; lines: SellableLine[] },
    leaving: SellableLine,
  ) => { ok: true; reprice: () => Promise<void> } | Refusal<'not_refused'>,
) {
  const found = await lockPayable(work, sellables, orderId)
  if (!found.ok) return found
  const leaving = found.lines.find(({ line }) => line.position === position)
  if (!leaving) return allowed // taken off before
  const judged = judge(found, leaving)
  if (!judged.ok) return judged
  if (found.lines.length === 1) return cancelHold(work, sellables, orderId)
  await releaseLine(work, orderId, leaving)
  await work.tx
    .delete(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
  await addEvent(work, orderId, 'line_removed', { line: position })
  await judged.reprice()
  return allowed
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
