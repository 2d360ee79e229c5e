import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { after, second } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { BuyerDetails } from '../input.ts'
import { mayPay, refundPolicyVersion } from '../rules.ts'
import type { SellableKind } from '../sellable.ts'
import { paymentAttempts } from '../payment-tables.ts'
import { orderEvents, orders } from '../tables.ts'
import { composedFor } from './composed-for.server.ts'
import { type Sellables, sellableOf } from './lines.server.ts'

/** A payment attempt as stored. Its id is the gateway's idempotency key. */
export type Attempt = typeof paymentAttempts.$inferSelect

/** One press of the pay button, checked. */
export type PayRequest = {
  orderId: string
  /** What the order is made of. */
  kinds: SellableKind[]
  /** The key of the form that was sent: sending it twice makes one attempt. */
  formKey: string
  requestFingerprint: string
  buyer: BuyerDetails
  verdict: Verdict
  /** What the buyer was shown: an order that costs something else by now is not charged. */
  totalCents: number
  gateway: string
}

/** What was begun: enough to charge it. */
export type BegunAttempt = { id: string; amountCents: number }

/** If we die while the gateway is being asked, the reconcile job takes over after this long. */
const graceMs = 30 * second

/**
 * Writes down that this order is about to be charged and stops its hold from expiring, in one statement. Nothing is
 * charged yet. A repeated form gives the attempt it made before; the same form key with other contents is refused.
 */
export async function beginPayment(
  work: Work,
  sellables: Sellables,
  request: PayRequest,
): Promise<{ ok: true; attempt: BegunAttempt; isReplay: boolean } | Refusal> {
  const { orderId, kinds, formKey, requestFingerprint, gateway, totalCents } = request
  const statement = payStatement(kinds.map((kind) => sellableOf(sellables, kind)))
  const [attempt] = await statement(work.tx, {
    ...{ orderId, formKey, requestFingerprint, gateway, totalCents },
    ...buyerValues(request),
    attemptId: publicCode(16),
    now: work.now,
    askAgainAt: after(work.now, graceMs),
  })
  return attempt ? { ok: true, attempt, isReplay: false } : whyNot(work, request)
}

async function whyNot({ tx, now }: Work, request: PayRequest) {
  const { orderId, formKey, requestFingerprint, totalCents } = request
  const [earlier] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.formKey, formKey)))
  if (earlier)
    return earlier.requestFingerprint === requestFingerprint
      ? { ok: true as const, attempt: earlier, isReplay: true }
      : refuse('key_reused')
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  const verdict = order && mayPay(order, now)
  if (order && verdict?.ok && order.totalCents !== totalCents) return refuse('total_changed')
  // Where the rule sees no reason, the stock was lost a moment before.
  return verdict && !verdict.ok ? verdict : refuse('expired')
}

const value = (name: string) => sql.placeholder(name)

/** What a press of the button writes down of its buyer, from the placeholders that `buyerValues` fills. */
export function buyerColumns(now: SQL): SQL {
  return sql`buyer_name = ${value('buyerName')}, buyer_email = ${value('buyerEmail')},
    buyer_phone = ${value('buyerPhone')}, buyer_state = ${value('buyerState')}, dealer_name = ${value('dealerName')},
    dealer_city = ${value('dealerCity')}, dealer_state = ${value('dealerState')}, attested_at = ${now},
    policy_version = ${value('policyVersion')}, verdict = ${value('verdict')}::jsonb`
}

/** The values of those placeholders. */
export function buyerValues({ buyer, verdict }: Pick<PayRequest, 'buyer' | 'verdict'>) {
  return { ...buyer, verdict: JSON.stringify(verdict), policyVersion: refundPolicyVersion }
}

/** The conditions on the order restate the rule `mayPay`; where they do not hold, the rule says why. */
const payStatement = composedFor<BegunAttempt>((sellables) => {
  const now = sql`${value('now')}::timestamptz`
  return sql`
    with moved as (
      update ${orders} set state = 'paying', ${buyerColumns(now)}
      where ${orders.id} = ${value('orderId')} and ${orders.state} = 'held' and ${orders.expiresAt} > ${now}
        and ${orders.totalCents} = ${value('totalCents')}
        and ${sql.join(
          sellables.map((sellable) => sellable.owns(sql`${orders.id}`)),
          sql` and `,
        )}
        and not exists (select 1 from ${paymentAttempts}
          where ${paymentAttempts.orderId} = ${orders.id} and ${paymentAttempts.formKey} = ${value('formKey')})
      returning id, total_cents
    ),
    ${sql.join(
      sellables.map(
        (sellable, n) =>
          sql`${sql.raw(`kept_${n}`)} as (${sellable.extend(sql`(select id from moved)`, sql`'infinity'::timestamptz`)})`,
      ),
      sql`, `,
    )},
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${now}, 'paying', jsonb_build_object('attempt', ${value('attemptId')}::text, 'amountCents', total_cents) from moved
    )
    insert into ${paymentAttempts}
      (id, order_id, form_key, request_fingerprint, amount_cents, gateway, state, started_at, ask_again_at)
    select ${value('attemptId')}, id, ${value('formKey')}, ${value('requestFingerprint')}, total_cents, ${value('gateway')},
      'started', ${now}, ${value('askAgainAt')}::timestamptz
    from moved
    returning id, amount_cents as "amountCents"`
})
