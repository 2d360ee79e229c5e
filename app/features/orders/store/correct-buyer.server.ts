import { eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { type KeyedHash, publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { seal } from '#app/kit/seal.ts'
import { isPaid } from '../rules.ts'
import { reviewStateOf } from '../rules/review.ts'
import { judgeOrder } from '../rules/verdict.ts'
import { orders } from '../tables.ts'
import { addEvent, findOrderForUpdate, type Sellables } from './lines.server.ts'
import { revokeLinks } from './links.server.ts'
import { listReviews, mailJudged } from './review.server.ts'

/** What staff may correct of a buyer. `buyerState` is null on orders without a firearm. */
export type CorrectedBuyer = {
  buyerName: string
  buyerEmail: string
  buyerPhone: string | null
  buyerState: string | null
  /** The home ZIP code. Left out, one that was given for another state is forgotten. */
  buyerZip?: string | null
}

export const formerEmailPurpose = (orderId: string) => `former email of ${orderId}`

/** The fields of a buyer that were changed, for history and audit: their names, never their values. */
type CorrectedFields = (keyof CorrectedBuyer)[]

/**
 * Corrects the buyer of a paid order. The state rules are checked again with what is true now: a refusal is stored, so
 * that the gates stop the order, and is not a reason to keep a wrong state. Another email ends every private link,
 * because the old address may be a stranger's, and a new link goes to the new one. The old address is told, in case it was right.
 */
export async function correctBuyer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  corrected: CorrectedBuyer,
  { by, keyedHash }: { by: string; keyedHash: KeyedHash },
): Promise<
  { ok: true; changed: CorrectedFields; verdict: Verdict | null } | Refusal<'not_paid' | 'unchanged'>
> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const { order } = found
  const knownZip = corrected.buyerState === order.buyerState ? order.buyerZip : null
  const buyer = { ...corrected, buyerZip: corrected.buyerZip ?? knownZip }
  const changed = (Object.keys(buyer) as CorrectedFields).filter((field) => buyer[field] !== order[field])
  if (changed.length === 0) return refuse('unchanged')
  const remaining = found.lines.map(({ line }) => line).filter(({ returnedAt }) => !returnedAt)
  const parties = { ...order, ...buyer }
  const states = [parties.buyerState, parties.dealerState, parties.shipState]
  const verdict =
    order.verdict && judgeOrder(remaining, parties, await findRulesFor(work.tx, states), work.now)
  await work.tx
    .update(orders)
    .set({ ...buyer, verdict })
    .where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'buyer_corrected', { by, fields: changed.join(', ') })
  const [from, to] = [order.verdict?.outcome, verdict?.outcome]
  if (from && to && from !== to) await addEvent(work, orderId, 'judged_again', { from, to })
  const [latest] = await listReviews(work.tx, orderId)
  const [before, state] = [reviewStateOf(order.verdict, latest), reviewStateOf(verdict, latest)]
  if (state !== 'clear' && before === 'clear') await mailJudged(work, orderId)
  if (changed.includes('buyerEmail')) {
    await revokeLinks(work, orderId, by)
    const requestId = publicCode()
    await work.enqueue('mail-order-link', { orderId, requestId })
    if (order.buyerEmail) {
      const sealed = seal(keyedHash, formerEmailPurpose(orderId), order.buyerEmail)
      await work.enqueue('mail-order-email-changed', { orderId, requestId, sealed })
    }
  }
  return { ok: true, changed, verdict }
}
