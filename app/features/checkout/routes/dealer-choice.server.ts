import type { LoaderFunctionArgs } from 'react-router'
import { findDealer, findDealerByKey } from '#app/features/dealers/store/search.server.ts'
import { listOrderTokens } from '#app/features/orders/access.server.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import { findOwnOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { dealerGoneWords } from '../words.ts'

type DealerForm = Record<'dealer' | 'dealerState', string> &
  Record<'dealerName' | 'dealerCity' | 'dealerListed', string | null>

/**
 * Adds license and ZIP code of the dealer who was picked from the federal list. A buyer who changed the name, city or state
 * afterwards named another dealer. A dealer who has left the list, or whose license has ended, is refused.
 */
export async function withListedDealer<Form extends object>(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  form: Form & Partial<DealerForm>,
): Promise<
  | { ok: true; form: Form & Pick<BuyerDetails, 'dealerKey' | 'dealerZip'> }
  | { ok: false; fieldErrors: FieldErrors }
> {
  if (form.dealer !== 'now' || !form.dealerListed) return { ok: true, form }
  const found = await findDealer(db, form.dealerListed, now())
  if (!found) return { ok: false, fieldErrors: { dealerName: [dealerGoneWords] } }
  const isSame =
    form.dealerName === (found.tradeName ?? found.name) &&
    form.dealerCity === found.city &&
    form.dealerState === found.state
  return { ok: true, form: isSame ? { ...form, dealerKey: found.key, dealerZip: found.zip } : form }
}

export async function listedCodeOf(
  { db }: Pick<Shop, 'db'>,
  { draft, dealerKey }: Pick<OrderView, 'draft' | 'dealerKey'>,
): Promise<string> {
  if (draft) return draft.dealerListed ?? ''
  return (dealerKey && (await findDealerByKey(db, dealerKey))?.code) || ''
}

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
