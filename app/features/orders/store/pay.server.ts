import { and, eq } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { after, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { BuyerDetails } from '../input.ts'
import { mayPay, refundPolicyVersion } from '../rules.ts'
import { paymentAttempts } from '../tables.ts'
import { extendLines, findOrderForUpdate, moveOrder, note, type Sellables } from './lines.server.ts'

/** A payment attempt as stored. Its id is the gateway's idempotency key. */
export type Attempt = typeof paymentAttempts.$inferSelect

/** One press of the pay button, checked. */
export type PayRequest = {
  orderId: string
  /** The key of the form that was sent: sending it twice makes one attempt. */
  formKey: string
  requestFingerprint: string
  buyer: BuyerDetails
  verdict: Verdict
  gateway: string
}

/** If we die while the gateway is being asked, the reconcile job takes over after this long. */
const graceMs = 30 * second

/**
 * Writes down that this order is about to be charged and stops its hold from expiring. Nothing is charged yet.
 * A repeated form gives the attempt it made before; the same form key with other contents is refused.
 */
export async function beginPayment(
  work: Work,
  sellables: Sellables,
  request: PayRequest,
): Promise<{ ok: true; attempt: Attempt; isReplay: boolean } | Refusal> {
  const found = await findOrderForUpdate(work, sellables, request.orderId)
  if (!found) return refuse('expired')
  const { order, lines } = found
  const earlier = await findAttempt(work, request.orderId, request.formKey)
  if (earlier)
    return earlier.requestFingerprint === request.requestFingerprint
      ? { ok: true, attempt: earlier, isReplay: true }
      : refuse('key_reused')
  const verdict = mayPay(order, work.now)
  if (!verdict.ok) return verdict
  if (!(await extendLines(work, order.id, lines, null))) return refuse('expired')

  await moveOrder(work, order, 'paying', {
    ...request.buyer,
    attestedAt: work.now,
    policyVersion: refundPolicyVersion,
    verdict: request.verdict,
  })
  const attempt = await insertAttempt(work, request, order.totalCents)
  await note(work, order.id, 'paying', { attempt: attempt.id, amountCents: attempt.amountCents })
  return { ok: true, attempt, isReplay: false }
}

async function findAttempt({ tx }: Work, orderId: string, formKey: string) {
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.formKey, formKey)))
  return attempt
}

async function insertAttempt({ tx, now }: Work, request: PayRequest, amountCents: number): Promise<Attempt> {
  const { orderId, formKey, requestFingerprint, gateway } = request
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      ...{ id: publicCode(16), orderId, formKey, requestFingerprint, amountCents, gateway },
      state: 'started',
      startedAt: now,
      askAgainAt: after(now, graceMs),
    })
    .returning()
  if (!attempt) throw new Error('The payment attempt was not stored')
  return attempt
}
