import type { UnitOfWork } from '#app/db/work.server.ts'
import { extendHold, saveDraft } from './hold.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { startOrder, type StartRequest } from './start.server.ts'

/** An offer of one line to one person until an instant. `key` makes it idempotent. */
export type Offer = {
  key: string
  line: StartRequest['lines'][number]
  until: Date
  buyer: { email: string; name: string | null }
}

/**
 * Holds a line for a person on a waitlist by a new order, which they open by a private link. An offer that
 * lapses is an expired hold. Returns the order's id, or `undefined` if the stock was gone.
 */
export async function holdOffer(
  work: UnitOfWork,
  sellables: Sellables,
  { key, line, until, buyer }: Offer,
): Promise<string | undefined> {
  const started = await startOrder(work, sellables, { key, lines: [line] })
  if (!started.ok) return undefined
  await extendHold(work, sellables, started.orderId, until)
  // Prefill the checkout form from the waitlist.
  await saveDraft(work, started.orderId, { buyerEmail: buyer.email, buyerName: buyer.name })
  return started.orderId
}
