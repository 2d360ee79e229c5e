import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import {
  type ChosenDealer,
  chooseDealer,
  type DealerRefusal,
} from '#app/features/orders/store/buyer.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { findDealerFile } from './file.server.ts'
import { askDealer, tellWhoAccepted, withdrawRequests } from './requests.server.ts'
import { findDealerByKey, type KnownDealer } from './search.server.ts'

/** As an order keeps its dealer: under the name that people know. */
export function chosenDealer({ key, name, tradeName, city, state, zip }: KnownDealer) {
  return {
    dealerKey: key,
    dealerName: tradeName ?? name,
    dealerCity: city,
    dealerState: state,
    dealerZip: zip,
  }
}

export async function chooseForOrder(
  ctx: AppContext,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
) {
  return transact(ctx, (work) => chooseAndAsk(work, sellables, orderId, dealer, 'buyer'))
}

/** The state rules are checked again, a dealer with a confirmed address is asked at once, and the buyer is mailed; the same dealer again does nothing. */
export async function assignDealer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  key: string,
  by: string,
) {
  const found = await findDealerFile(work.tx, key)
  if (!found) return refuse('dealer_not_found')
  if (!found.file.isListed) return refuse('unlisted')
  if (found.file.blockedReason) return refuse('blocked')
  const order = await findOrder(work.tx, orderId)
  if (order?.dealerKey === key) return { ok: true as const, isRequested: false }
  const chosen = await chooseAndAsk(work, sellables, orderId, chosenDealer(found.dealer), by)
  if (!chosen.ok) return chosen
  await addEvent(work, orderId, 'dealer_assigned', { by })
  await work.enqueue('mail-dealer-assigned', { orderId, assignedAt: work.now.toISOString() })
  return chosen
}

async function chooseAndAsk(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
  who: string,
): Promise<{ ok: true; isRequested: boolean } | DealerRefusal> {
  const chosen = await chooseDealer(work, sellables, orderId, dealer)
  if (!chosen.ok) return chosen
  await tellWhoAccepted(work, orderId)
  await withdrawRequests(work, orderId)
  const known = dealer.dealerKey ? await findDealerByKey(work.tx, dealer.dealerKey) : undefined
  const { email, emailConfirmedBy: by } = known ?? {}
  const order = email && by ? await findOrder(work.tx, orderId) : undefined
  if (!order || !email || !by) return { ok: true, isRequested: false }
  const request = await askDealer(work, order, { email, source: 'file', by }, who)
  return { ok: true, isRequested: request.ok }
}
