import { and, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { after, day } from '#app/kit/clock.ts'
import { value } from '#app/db/statement.server.ts'
import type { BuyerDetails } from '../input.ts'
import { refundPolicyVersion } from '../rules.ts'
import { orders } from '../tables.ts'

/**
 * How long buyer details stay with an unpaid order, in days: long enough to answer a question about a declined
 * payment. Paid orders are business records and keep theirs.
 */
const buyerRetentionDays = 30

const emptyBuyer = {
  buyerName: null,
  buyerEmail: null,
  buyerPhone: null,
  buyerState: null,
  dealerName: null,
  dealerCity: null,
  dealerState: null,
  dealerKey: null,
  shipStreet: null,
  shipLine2: null,
  shipCity: null,
  shipZip: null,
  verdict: null,
  draft: null,
} satisfies Partial<typeof orders.$inferInsert>

/** Removes personal data from orders that expired or were canceled over 30 days ago. Returns how many. */
export async function forgetBuyers({ tx, now }: UnitOfWork): Promise<number> {
  const forgotten = await tx
    .update(orders)
    .set(emptyBuyer)
    .where(
      and(
        inArray(orders.state, ['expired', 'canceled']),
        lte(orders.expiresAt, after(now, -buyerRetentionDays * day)),
        or(...Object.keys(emptyBuyer).map((column) => isNotNull(orders[column as keyof typeof emptyBuyer]))),
      ),
    )
    .returning({ id: orders.id })
  return forgotten.length
}

/** The columns that a payment stores of its buyer, from the placeholders that `buyerValues` fills. */
export const buyerColumns = sql`buyer_name = ${value('buyerName')}, buyer_email = ${value('buyerEmail')},
  buyer_phone = ${value('buyerPhone')}, buyer_state = ${value('buyerState')}, dealer_name = ${value('dealerName')},
  dealer_city = ${value('dealerCity')}, dealer_state = ${value('dealerState')}, attested_at = ${value('now')}::timestamptz,
  policy_version = ${value('policyVersion')}, verdict = ${value('verdict')}::jsonb, draft = null,
  hold_version = ${value('version')}::int`

/** Values for `buyerColumns`, besides `now` and `version`. */
export function buyerValues(buyer: BuyerDetails, verdict: Verdict) {
  return { ...buyer, verdict: JSON.stringify(verdict), policyVersion: refundPolicyVersion }
}
