import { and, asc, desc, getTableColumns, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { after } from '#app/kit/clock.ts'
import { value } from '#app/db/statement.server.ts'
import type { BuyerDetails } from '../input.ts'
import type { AcceptedVersions } from './accepted-versions.server.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'

const emptyBuyer = {
  buyerName: null,
  buyerEmail: null,
  buyerPhone: null,
  buyerState: null,
  buyerZip: null,
  dealerName: null,
  dealerCity: null,
  dealerState: null,
  dealerKey: null,
  dealerZip: null,
  shipStreet: null,
  shipLine2: null,
  shipCity: null,
  shipZip: null,
  verdict: null,
  draft: null,
} satisfies Partial<typeof orders.$inferInsert>

/**
 * Removes personal data from orders that expired or were canceled longer ago than `keepMs`. Paid orders are business records
 * and keep theirs. Returns how many.
 */
export async function forgetBuyers({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const forgotten = await tx
    .update(orders)
    .set(emptyBuyer)
    .where(
      and(
        inArray(orders.state, ['expired', 'canceled']),
        lte(orders.expiresAt, after(now, -keepMs)),
        or(...Object.keys(emptyBuyer).map((column) => isNotNull(orders[column as keyof typeof emptyBuyer]))),
      ),
    )
    .returning({ id: orders.id })
  return forgotten.length
}

/**
 * Removes personal data at once from the unpaid orders of an address that expired or were canceled, also where it was only
 * typed into the form. Paid orders are business records, and open ones are not touched. Returns how many.
 */
export async function forgetBuyer({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  const forgotten = await tx
    .update(orders)
    .set(emptyBuyer)
    .where(and(inArray(orders.state, ['expired', 'canceled']), isOf(email)))
    .returning({ id: orders.id })
  return forgotten.length
}

export async function listOrdersOf(db: Db, email: string) {
  const {
    idempotencyKey: _k,
    requestFingerprint: _f,
    holdVersion: _v,
    expiresCapAt: _c,
    ...shown
  } = getTableColumns(orders)
  const found = await db.select(shown).from(orders).where(isOf(email)).orderBy(desc(orders.createdAt))
  const ids = found.map(({ id }) => id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position))
  const events = await db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.id))
  return found.map((order) => ({
    ...order,
    lines: lines.filter(({ orderId }) => orderId === order.id),
    events: events.filter(({ orderId }) => orderId === order.id).map(({ kind, at }) => ({ kind, at })),
  }))
}

/** The address of the buyer of an order, in lower case, for statements of features. */
export function buyerEmailOf(orderId: SQL): SQL {
  return sql`(select lower(buyer.buyer_email) from ${orders} buyer where buyer.id = ${orderId})`
}

function isOf(email: string) {
  const address = email.toLowerCase()
  return or(
    sql`lower(${orders.buyerEmail}) = ${address}`,
    sql`lower(${orders.draft} ->> 'buyerEmail') = ${address}`,
  )
}

/** The columns that a payment stores of its buyer, from the placeholders that `buyerValues` fills. */
export const buyerColumns = sql`buyer_name = ${value('buyerName')}, buyer_email = ${value('buyerEmail')},
  buyer_phone = ${value('buyerPhone')}, buyer_state = ${value('buyerState')}, buyer_zip = ${value('buyerZip')},
  dealer_name = ${value('dealerName')}, dealer_city = ${value('dealerCity')}, dealer_state = ${value('dealerState')},
  dealer_key = ${value('dealerKey')}, dealer_zip = ${value('dealerZip')}, attested_at = ${value('now')}::timestamptz,
  attestation = ${value('attestation')}, attested_age = ${value('attestedAge')}::int,
  terms_version = ${value('termsVersion')}, refund_policy_version = ${value('refundPolicyVersion')}, verdict = ${value('verdict')}::jsonb, draft = null,
  hold_version = ${value('version')}::int`

/** Values for `buyerColumns`, besides `now` and `version`. */
export function buyerValues(
  buyer: BuyerDetails,
  verdict: Verdict,
  { sentence, age, accepted }: { sentence: string; age: number; accepted: AcceptedVersions },
) {
  const { buyerZip = null, dealerKey = null, dealerZip = null } = buyer
  const attested = { attestation: sentence, attestedAge: age, ...accepted }
  return { ...buyer, buyerZip, dealerKey, dealerZip, ...attested, verdict: JSON.stringify(verdict) }
}
