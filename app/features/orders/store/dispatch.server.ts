import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule, Verdict } from '#app/features/compliance/rules.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { AddressDetails } from '../input.ts'
import { isPaid } from '../rules.ts'
import { isTaxedAlike } from '../rules/quote.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orders } from '../tables.ts'
import {
  findOrderForUpdate,
  type SellableLine,
  addEvent,
  type Order,
  type Sellables,
} from './lines.server.ts'
import type { PriceList } from '../rules/quote.ts'
import { listParcels } from './parcels.server.ts'

export type AddressRefusal =
  | { ok: false; why: 'refused_by_state'; verdict: Verdict }
  | Refusal<'not_paid' | 'dispatched' | 'packed' | 'tax_differs'>

/**
 * Changes the address of a paid order before it ships. What was paid stays the same, so the sales tax there must
 * match what was charged; the state rules are checked with the new address.
 */
export async function changeAddress(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  address: AddressDetails,
  { rules, ...prices }: PriceList & { rules: readonly StateRule[] },
): Promise<{ ok: true } | AddressRefusal> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const { order } = found
  if (unsent(found.lines).length === 0) return refuse('dispatched')
  // The label is on it already: staff open the parcel first.
  if ((await listParcels(work.tx, orderId)).some(({ sentAt }) => !sentAt)) return refuse('packed')
  const lines = found.lines.map(({ line }) => line)
  const charged = { ...order, shipState: order.shipState ?? '' }
  if (!isTaxedAlike(lines, charged, address, prices)) return refuse('tax_differs')
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

export function mayChangeAddress(order: Pick<Order, 'state'> & { lines: readonly SellableLine['line'][] }) {
  return isPaid(order.state) && order.lines.some(isUnsent)
}

function unsent(lines: readonly SellableLine[]): SellableLine[] {
  return lines.filter(({ line }) => isUnsent(line))
}

function isUnsent({ fulfillment, deliveredAt, returnedAt }: SellableLine['line']): boolean {
  return fulfillment === 'shipping' && !deliveredAt && !returnedAt
}
