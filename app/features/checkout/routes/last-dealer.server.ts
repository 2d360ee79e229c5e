import type { LoaderFunctionArgs } from 'react-router'
import { findDealerByKey, findDealer } from '#app/features/dealers/store.server.ts'
import { listOrderTokens } from '#app/features/orders/access.server.ts'
import { findOwnOrder, type OrderView } from '#app/features/orders/store.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import type { SubmittedFields } from '#app/http/form.ts'

/** The dealer of an order that this browser may open, as fields of the checkout. `name` is how the choice names it. */
export type LastDealer = { name: string; fields: SubmittedFields }

/**
 * The dealer of the newest other order of this browser, to be offered on an order that names none. Not one who declined,
 * whom staff could not find, or who is no longer on the federal list.
 */
export async function findLastDealer(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  order: OrderView,
): Promise<LastDealer | null> {
  const shop = context.get(shopContext)
  if (order.dealerName || order.draft?.dealerName) return null
  for (const { orderId, token } of listOrderTokens(request).toReversed()) {
    const other = orderId === order.id ? undefined : await findOwnOrder(shop.db, orderId, token, shop.now())
    const offered = other && (await offeredAgain(shop, other))
    if (offered) return offered
  }
  return null
}

const refusing: readonly string[] = ['declined', 'expired', 'refused']

async function offeredAgain({ db, now }: Shop, order: OrderView): Promise<LastDealer | undefined> {
  const { paidAt, dealerKey, dealerName, dealerCity, dealerState, dealerAnswer } = order
  if (!paidAt || !dealerName || !dealerCity || !dealerState) return undefined
  if (dealerAnswer && refusing.includes(dealerAnswer.is)) return undefined
  const code = dealerKey ? (await findDealerByKey(db, dealerKey))?.code : ''
  if (dealerKey && !(code && (await findDealer(db, code, now())))) return undefined
  return {
    name: `${dealerName}, ${dealerCity}, ${dealerState}`,
    fields: { dealerName, dealerCity, dealerState, dealerListed: code ?? '' },
  }
}
