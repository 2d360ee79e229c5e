import type { ActionFunctionArgs } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { mailboxOf } from '#app/http/mailbox-of.ts'
import { tooManyWords } from '#app/http/refused.ts'
import type { PayForm } from '../input.ts'
import { claimForPayer, findOrder, type PayableLine, sellablesContext } from '../store.server.ts'
import { holdLimitWords } from '../words.ts'

type Refused = { status: 409 | 429; fieldErrors: FieldErrors }

/**
 * What is asked before a gateway is: not too many tries from anywhere, and no more of a drop than one buyer may have. Says
 * beside which field why a payment is not tried; `undefined` when it may be.
 */
export async function refusePayment(
  { context }: Pick<ActionFunctionArgs, 'context'>,
  orderId: string,
  lines: readonly PayableLine[],
  form: PayForm,
): Promise<Refused | undefined> {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  for (const verdict of await Promise.all([
    shop.limits.take('payment', orderId),
    shop.limits.take('paymentFrom', address),
  ]))
    if (!verdict.ok) return { status: 429, fieldErrors: { form: [tooManyWords(verdict.retryAfterSeconds)] } }
  if (!shop.limits.isOn) return undefined

  const sellables = context.get(sellablesContext)
  if (!lines.some(({ kind }) => sellables[kind]?.limit)) return undefined
  const payer = await findPayer(shop, orderId, form)
  const limit = await transact(shop, (work) => claimForPayer(work, sellables, orderId, payer))
  const words = limit && holdLimitWords(limit)
  if (!words) return undefined
  const field = limit.why === 'card_limit' ? 'paymentToken' : 'email'
  return { status: 409, fieldErrors: { [field]: [words.text] } }
}

/** Whose email it is: an order with a parcel asked for it on the page before. */
async function findPayer({ db, keyedHash, gateway }: Shop, orderId: string, form: PayForm) {
  const email = 'email' in form ? form.email : ((await findOrder(db, orderId))?.buyerEmail ?? '')
  const card = gateway.cardFingerprint?.(form.paymentToken)
  return { mail: keyedHash(`mail ${mailboxOf(email)}`), card: card ? keyedHash(`card ${card}`) : null }
}
