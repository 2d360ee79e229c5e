import type { ActionFunctionArgs } from 'react-router'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { holdSubject } from '#app/http/hold-proof.ts'
import { hardBits, isProven, maxBits } from '#app/http/proof-of-work.ts'
import type { FieldErrors } from '#app/http/form.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { hashMail, identifyHolder } from '../access.server.ts'
import type { PayForm } from '../input.ts'
import { findProofLevel } from '#app/features/payments/store/payment-tries.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Payer } from '../store/holders.server.ts'
import type { Tried } from '../store/pay.server.ts'
import { holdLimitWords } from '../words.ts'

/** Nothing while limits are off, and for an order that is free. */
export async function guardPayment(
  args: Pick<ActionFunctionArgs, 'context' | 'request'>,
  orderId: string,
  { form, proof }: { form: PayForm; proof: unknown },
): Promise<{ payer?: Payer; tried?: Omit<Tried, 'isTesting'> }> {
  const shop = args.context.get(shopContext)
  const known = identifyHolder(args)
  if (!known || form.total === 0) return {}
  const { address, mail: confirmed } = known.holder
  const payer = await findPayer(shop, orderId, form)
  const { mail, card } = payer
  const subject = holdSubject({ what: `pay:${orderId}`, key: form.formKey })
  const isWorked = (level: number) =>
    confirmed === mail || isProven(proof, subject, { bits: bitsOf(level), now: shop.now() })
  const by = { address, mail, card }
  return { payer, tried: { by, isWorked } }
}

export async function payProofBits(args: Pick<ActionFunctionArgs, 'context' | 'request'>): Promise<number> {
  const { db, now } = args.context.get(shopContext)
  const known = identifyHolder(args)
  return known ? bitsOf(await findProofLevel(db, now(), known.holder.address)) : 0
}

function bitsOf(level: number): number {
  return level === 0 ? 0 : Math.min(maxBits, hardBits + level - 1)
}

export function limitFields(refusal: Refusal): FieldErrors | undefined {
  const words = holdLimitWords(refusal)
  return words && { [limitedField[refusal.why] ?? 'email']: [words.text] }
}

const limitedField: Record<string, string> = { card_limit: 'paymentToken', home_limit: 'name' }

/** The keyed hashes of the paying email, card, and name with ZIP code. Two-page checkouts use what is stored. */
export async function findPayer(
  shop: Pick<Shop, 'db' | 'keyedHash' | 'gateway'>,
  orderId: string,
  form: PayForm,
): Promise<Payer> {
  const order = 'email' in form ? undefined : await findOrder(shop.db, orderId)
  const typed = 'email' in form ? form : undefined
  const card = shop.gateway.cardFingerprint?.(form.paymentToken)
  const home = homeKey(typed?.name ?? order?.buyerName, typed?.zip || order?.buyerZip || order?.shipZip)
  return {
    mail: hashMail(shop, typed?.email ?? order?.buyerEmail ?? ''),
    card: card ? shop.keyedHash(`card ${card}`) : null,
    home: home && shop.keyedHash(home),
  }
}

/** A person by name and ZIP code, however they are typed; `null` without either. */
function homeKey(name: string | null | undefined, zip: string | null | undefined): string | null {
  const letters = (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters && zip ? `home ${letters} ${zip.slice(0, 5)}` : null
}
