import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule, Verdict } from '#app/features/compliance/rules.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { AddressDetails } from '../input.ts'
import { isPaid } from '../rules.ts'
import { isTaxedAlike } from '../rules/quote.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orders } from '../tables.ts'
import { hasOpenReturn, markDelivered } from './deliver.server.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  addEvent,
  type Order,
  type Sellables,
} from './lines.server.ts'
import type { PriceList } from '../rules/quote.ts'

/**
 * Marks all shippable lines of an order as shipped and mails the buyer the tracking. Refused while a refund of one of
 * them is open, and when nothing is left to ship.
 */
export async function dispatchOrder(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  tracking: string,
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const parcels = unsent(found.lines)
  if (parcels.length === 0) return refuse('nothing_to_dispatch')
  for (const { line } of parcels)
    if (await hasOpenReturn(work, orderId, line.position)) return refuse('refund_under_way')
  for (const { line } of parcels) await markDelivered(work, orderId, line.position)
  await work.tx.update(orders).set({ tracking }).where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'dispatched')
  await work.enqueue('mail-order-dispatch', { orderId })
  return { ok: true as const, lines: parcels.length }
}

/** Why the address of a paid order was not changed. */
export type AddressRefusal =
  | { ok: false; why: 'refused_by_state'; verdict: Verdict }
  | Refusal<'not_paid' | 'dispatched' | 'tax_differs'>

/**
 * Changes the address of a paid order before it ships. What was paid stays the same, so the sales tax there must
 * match what was charged; the state rules are checked with the new address.
 */
export async function changeAddress(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  address: AddressDetails,
  { tariff, today }: PriceList,
  rules: readonly StateRule[],
): Promise<{ ok: true } | AddressRefusal> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const { order } = found
  if (unsent(found.lines).length === 0) return refuse('dispatched')
  const lines = found.lines.map(({ line }) => line)
  const charged = { ...order, shipState: order.shipState ?? '' }
  if (!isTaxedAlike(lines, charged, address, tariff, today)) return refuse('tax_differs')
  const remaining = lines.filter(({ returnedAt }) => !returnedAt)
  const verdict = judgeOrder(remaining, { ...order, ...address }, rules, work.now)
  if (verdict.outcome === 'refused') return { ok: false, why: 'refused_by_state', verdict }
  await work.tx
    .update(orders)
    .set({ ...address, verdict })
    .where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'address')
  return { ok: true }
}

/** May the buyer still change the address? */
export function mayChangeAddress(order: Pick<Order, 'state'> & { lines: readonly SellableLine['line'][] }) {
  return isPaid(order.state) && order.lines.some(isUnsent)
}

function unsent(lines: readonly SellableLine[]): SellableLine[] {
  return lines.filter(({ line }) => isUnsent(line))
}

function isUnsent({ fulfillment, deliveredAt, returnedAt }: SellableLine['line']): boolean {
  return fulfillment === 'shipping' && !deliveredAt && !returnedAt
}
