import type { UnitOfWork } from '#app/db/work.server.ts'
import { saveDraft } from './draft.server.ts'
import { extendHold } from './hold.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { startOrder, type StartRequest } from './start.server.ts'

/** What is offered to whom: one line, held until an instant. `key` names the offer, so that it is made once. */
export type Offer = {
  key: string
  line: StartRequest['lines'][number]
  until: Date
  buyer: { email: string; name: string | null }
}

/**
 * Holds something for a person from a waitlist, by an order of its own: they open it by a private link and pay it like any
 * other, and an offer that lapses is a hold that ran out. Answers the order's id, or nothing when it could not be had.
 */
export async function holdOffer(
  work: UnitOfWork,
  sellables: Sellables,
  { key, line, until, buyer }: Offer,
): Promise<string | undefined> {
  const started = await startOrder(work, sellables, { key, lines: [line] })
  if (!started.ok) return undefined
  await extendHold(work, sellables, started.orderId, until)
  // Known from the waitlist already: the form of the checkout is filled in with it.
  await saveDraft(work, started.orderId, { buyerEmail: buyer.email, buyerName: buyer.name })
  return started.orderId
}
