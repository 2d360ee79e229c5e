import type { ActionFunctionArgs } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { isProven, type ProofSubject } from '#app/http/hold-proof.server.ts'
import { hardBits } from '#app/http/hold-proof.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { mailboxOf } from '#app/http/mailbox-of.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { second } from '#app/kit/clock.ts'
import { knowHolder } from '../access.server.ts'
import type { PayForm } from '../input.ts'
import { tryWindowMs } from '../rules/card-testing.ts'
import {
  claimForPayer,
  countTry,
  findCardTesting,
  findOrder,
  type PayableLine,
  sellablesContext,
} from '../store.server.ts'
import { holdLimitWords } from '../words.ts'
import { cardTestingWords } from '../words/checkout.ts'

type Refused = { status: 409 | 429; fieldErrors: FieldErrors }

/**
 * What is asked before a gateway is: not too many tries from anywhere or with one card, work while stolen cards are being
 * tested here, and no more of a drop than one buyer may have. Says beside which field why a payment is not tried; `undefined`
 * when it may be. `proof` is what the form carried.
 */
export async function refusePayment(
  asked: Pick<ActionFunctionArgs, 'context' | 'request'>,
  orderId: string,
  lines: readonly PayableLine[],
  { form, proof }: { form: PayForm; proof: unknown },
): Promise<Refused | undefined> {
  const shop = asked.context.get(shopContext)
  const known = knowHolder(asked)
  if (!known || form.total === 0) return undefined
  const { formKey } = form
  const { visitor, address, network } = known.holder
  const payer = await findPayer(shop, orderId, form)
  if (!(await countTry(shop.db, shop.now(), { orderId, formKey, address, network, ...payer })))
    return { status: 429, fieldErrors: { form: [tooManyWords(tryWindowMs / second)] } }
  const subject = { what: `pay:${orderId}`, key: formKey, visitor }
  if ((await findCardTesting(shop.db, shop.now())) && !(await isWorked(asked, subject, proof)))
    return { status: 409, fieldErrors: { form: [cardTestingWords] } }

  const sellables = asked.context.get(sellablesContext)
  if (!lines.some(({ kind }) => sellables[kind]?.limit)) return undefined
  const limit = await transact(shop, (work) => claimForPayer(work, sellables, orderId, payer))
  const words = limit && holdLimitWords(limit)
  if (!words) return undefined
  const field = limit.why === 'card_limit' ? 'paymentToken' : 'email'
  return { status: 409, fieldErrors: { [field]: [words.text] } }
}

/** Did the page do the hard work? A few payments from an address pass without: there are browsers without script. */
async function isWorked(
  { context }: Pick<ActionFunctionArgs, 'context'>,
  subject: ProofSubject,
  proof: unknown,
): Promise<boolean> {
  const { keyedHash, limits, now } = context.get(shopContext)
  if (await isProven(keyedHash, subject, proof, { bits: hardBits, now: now() })) return true
  return (await limits.take('paymentUnproven', context.get(visitContext).address)).ok
}

/** Whose email it is: an order with a parcel asked for it on the page before. */
async function findPayer({ db, keyedHash, gateway }: Shop, orderId: string, form: PayForm) {
  const email = 'email' in form ? form.email : ((await findOrder(db, orderId))?.buyerEmail ?? '')
  const card = gateway.cardFingerprint?.(form.paymentToken)
  return { mail: keyedHash(`mail ${mailboxOf(email)}`), card: card ? keyedHash(`card ${card}`) : null }
}
