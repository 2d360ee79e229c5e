import { type AppContext, transact } from '#app/db/work.server.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import {
  type ChosenDealer,
  chooseDealer,
  type DealerRefusal,
  findOrder,
  type Sellables,
} from '#app/features/orders/store.server.ts'
import { askDealer, withdrawRequests } from './requests.server.ts'
import { findDealerByKey } from './search.server.ts'

/**
 * The buyer of a paid order chooses who is to hand it over. Whoever was asked before is asked no more; a listed dealer whose
 * address staff confirmed is asked at once. `isAsked` says whether that was so.
 */
export async function chooseForOrder(
  ctx: AppContext,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
): Promise<{ ok: true; isAsked: boolean } | DealerRefusal> {
  const rules = await findKnownRules(ctx.db, ctx.now())
  return transact(ctx, async (work) => {
    const chosen = await chooseDealer(work, sellables, orderId, dealer, rules)
    if (!chosen.ok) return chosen
    await withdrawRequests(work, orderId)
    const known = dealer.dealerKey ? await findDealerByKey(work.tx, dealer.dealerKey) : undefined
    const { email, emailConfirmedBy: by } = known ?? {}
    const order = email && by ? await findOrder(work.tx, orderId) : undefined
    if (!order || !email || !by) return { ok: true, isAsked: false }
    const request = await askDealer(work, order, { email, source: 'file', by })
    return { ok: true, isAsked: request.ok }
  })
}
