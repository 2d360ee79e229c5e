import type { ActionFunctionArgs } from 'react-router'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { isProven, type ProofSubject } from '#app/http/hold-proof.server.ts'
import { hardBits } from '#app/http/proof-of-work.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { mailboxOf } from '#app/http/mailbox-of.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { second } from '#app/kit/clock.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { identifyHolder } from '../access.server.ts'
import type { PayForm } from '../input.ts'
import { tryWindowMs } from '#app/features/payments/rules/card-testing.ts'
import { countTry, findCardTesting } from '#app/features/payments/store/payment-tries.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import type { Payer } from '../store.server.ts'
import { cardTestingWords, holdLimitWords } from '../words.ts'

type Refused = { ok: false; status: 409 | 429; fieldErrors: FieldErrors }

/**
 * Checks before a payment: limits on tries per source and card, and a proof of work during card testing. Returns
 * field errors, or whom the purchase counts for. `proof` is the form's proof of work.
 */
export async function guardPayment(
  args: Pick<ActionFunctionArgs, 'context' | 'request'>,
  orderId: string,
  { form, proof }: { form: PayForm; proof: unknown },
): Promise<Refused | { ok: true; payer: Payer | undefined }> {
  const shop = args.context.get(shopContext)
  const known = identifyHolder(args)
  if (!known || form.total === 0) return { ok: true, payer: undefined }
  const { formKey } = form
  const { visitor, address, network } = known.holder
  const payer = await findPayer(shop, orderId, form)
  if (!(await countTry(shop.db, shop.now(), { orderId, formKey, address, network, ...payer })))
    return { ok: false, status: 429, fieldErrors: { form: [tooManyWords(tryWindowMs / second)] } }
  const subject = { what: `pay:${orderId}`, key: formKey, visitor }
  if ((await findCardTesting(shop.db, shop.now())) && !(await isWorked(args, subject, proof)))
    return { ok: false, status: 409, fieldErrors: { form: [cardTestingWords] } }

  return { ok: true, payer }
}

/** The field errors of a reached buyer limit; `undefined` for any other refusal. */
export function limitFields(refusal: Refusal): FieldErrors | undefined {
  const words = holdLimitWords(refusal)
  return words && { [refusal.why === 'card_limit' ? 'paymentToken' : 'email']: [words.text] }
}

/** Is there a valid proof of work? A few payments per address pass without one, for browsers without script. */
async function isWorked(
  { context }: Pick<ActionFunctionArgs, 'context'>,
  subject: ProofSubject,
  proof: unknown,
): Promise<boolean> {
  const { keyedHash, limits, now } = context.get(shopContext)
  if (isProven(keyedHash, subject, proof, { bits: hardBits, now: now() })) return true
  return (await limits.take('paymentUnproven', context.get(visitContext).address)).ok
}

/** The keyed hashes of the paying email and card. Two-page checkouts use the stored email. */
export async function findPayer(
  { db, keyedHash, gateway }: Pick<Shop, 'db' | 'keyedHash' | 'gateway'>,
  orderId: string,
  form: PayForm,
) {
  const email = 'email' in form ? form.email : ((await findOrder(db, orderId))?.buyerEmail ?? '')
  const card = gateway.cardFingerprint?.(form.paymentToken)
  return { mail: keyedHash(`mail ${mailboxOf(email)}`), card: card ? keyedHash(`card ${card}`) : null }
}
