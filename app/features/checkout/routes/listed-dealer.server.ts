import { findDealer, findDealerByKey } from '#app/features/dealers/store.server.ts'
import type { BuyerDetails } from '#app/features/orders/input.ts'
import type { OrderView } from '#app/features/orders/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
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

/** The code of the listed dealer that an order already names, to fill in its form again; empty where there is none. */
export async function listedCodeOf(
  { db }: Pick<Shop, 'db'>,
  { draft, dealerKey }: Pick<OrderView, 'draft' | 'dealerKey'>,
): Promise<string> {
  if (draft) return draft.dealerListed ?? ''
  return (dealerKey && (await findDealerByKey(db, dealerKey))?.code) || ''
}
