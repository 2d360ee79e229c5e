import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import type { StateRule } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import {
  type ChosenDealer,
  chooseDealer,
  type DealerRefusal,
} from '#app/features/orders/store/buyer.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { findDealerFile } from './file.server.ts'
import { askDealer, tellWhoAccepted, withdrawRequests } from './requests.server.ts'
import { findDealerByKey } from './search.server.ts'

export async function chooseForOrder(
  ctx: AppContext,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
): Promise<{ ok: true; isRequested: boolean } | DealerRefusal> {
  const rules = await findKnownRules(ctx.db, ctx.now())
  return transact(ctx, (work) => chooseAndAsk(work, sellables, orderId, dealer, rules, 'buyer'))
}

export type AssignRefusal = DealerRefusal | Refusal<'dealer_not_found' | 'unlisted' | 'blocked'>

/** The state rules are checked again, a dealer with a confirmed address is asked at once, and the buyer is mailed; the same dealer again does nothing. */
export async function assignDealer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  key: string,
  { by, rules }: { by: string; rules: readonly StateRule[] },
): Promise<{ ok: true; isRequested: boolean } | AssignRefusal> {
  const found = await findDealerFile(work.tx, key)
  if (!found) return refuse('dealer_not_found')
  if (!found.file.isListed) return refuse('unlisted')
  if (found.file.blockedReason !== null) return refuse('blocked')
  const order = await findOrder(work.tx, orderId)
  if (order?.dealerKey === key) return { ok: true, isRequested: false }
  const { name, tradeName, city, state, zip } = found.dealer
  const dealer = {
    dealerName: tradeName ?? name,
    dealerCity: city,
    dealerState: state,
    dealerKey: key,
    dealerZip: zip,
  }
  const chosen = await chooseAndAsk(work, sellables, orderId, dealer, rules, by)
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
  rules: readonly StateRule[],
  who: string,
): Promise<{ ok: true; isRequested: boolean } | DealerRefusal> {
  const chosen = await chooseDealer(work, sellables, orderId, dealer, rules)
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
