import { and, asc, desc, getTableColumns, inArray, isNotNull, lte, or, type SQL, sql, eq } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { AppContext, Db, UnitOfWork } from '#app/db/db.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { after, second } from '#app/kit/clock.ts'
import { value } from '#app/db/statement.server.ts'
import { type BuyerDetails, buyerColumnNames, type ContactDetails, forgottenColumnNames } from '../input.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import { findPublished } from '#app/features/texts/store.server.ts'
import { acceptedVersions, mayChooseDealer } from '../refunds.ts'
import { type KeyedHash, publicCode, seal } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { isPaid } from '../rules.ts'
import type { DealerAnswer } from '../review.ts'
import {
  addEvent,
  findOrderForUpdate,
  type Sellables,
  type SellableLine,
  type Order,
} from './lines.server.ts'
import { endLinks } from './links.server.ts'
import { judgeNow, listReviews, storeVerdict } from './review.server.ts'
import { shopZone } from '#app/features/claims/rules.ts'
import { findShippingMethods, listTariff } from '#app/features/delivery/store.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import type { PriceList } from '../quote.ts'

const forgotten = [...forgottenColumnNames, 'verdict'] as (keyof typeof orders.$inferInsert)[]
const emptyBuyer = Object.fromEntries(forgotten.map((column) => [column, null]))

/** Of unpaid orders that are over. Paid orders are business records and keep theirs. */
async function emptyBuyers(tx: Db, which: SQL | undefined): Promise<number> {
  const emptied = await tx
    .update(orders)
    .set(emptyBuyer)
    .where(and(inArray(orders.state, ['expired', 'canceled']), which))
    .returning({ id: orders.id })
  return emptied.length
}

/** Of those that ended longer ago than `keepMs`. */
export function forgetBuyers({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const isKnown = or(...forgotten.map((column) => isNotNull(orders[column])))
  return emptyBuyers(tx, and(lte(orders.expiresAt, after(now, -keepMs)), isKnown))
}

export function forgetBuyer({ tx }: Pick<UnitOfWork, 'tx'>, email: string): Promise<number> {
  return emptyBuyers(tx, isOf(email))
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

export function buyerEmailOf(orderId: SQL): SQL {
  return sql`(select lower(buyer.buyer_email) from ${orders} buyer where buyer.id = ${orderId})`
}

function isOf(email: string) {
  return sql`lower(${orders.buyerEmail}) = ${email.toLowerCase()}`
}

export const buyerColumns = sql`${sql.join(
  buyerColumnNames.map((column) => sql`${sql.identifier(toSnakeCase(column))} = ${value(column)}`),
  sql`, `,
)}, attested_at = case when ${value('attestation')}::text is not null then ${value('now')}::timestamptz end,
  attestation = ${value('attestation')}, attested_age = ${value('attestedAge')}::int,
  terms_version = ${value('termsVersion')}, refund_policy_version = ${value('refundPolicyVersion')}, verdict = ${value('verdict')}::jsonb,
  hold_version = ${value('version')}::int`

const nobody = Object.fromEntries(buyerColumnNames.map((column) => [column, null]))

/** Values for `buyerColumns`, besides `now` and `version`. Without `confirmed` the buyer confirmed nothing. */
export function buyerValues(
  buyer: BuyerDetails,
  verdict: Verdict,
  confirmed?: { sentence: string; age: number; accepted: AcceptedVersions },
) {
  const { termsVersion = null, refundPolicyVersion = null } = confirmed?.accepted ?? {}
  const { sentence: attestation = null, age: attestedAge = null } = confirmed ?? {}
  const attested = { attestation, attestedAge, termsVersion, refundPolicyVersion }
  return { ...nobody, ...buyer, ...attested, verdict: JSON.stringify(verdict) }
}

export type AcceptedVersions = { termsVersion: string; refundPolicyVersion: string }

/** The versions in force: those published in the console, or else the program's. At most two seconds old. */
export const findAcceptedVersions: CachedQuery<AcceptedVersions> = cachedQuery(async (db) => {
  const [terms, refunds] = await Promise.all([findPublished(db, 'terms'), findPublished(db, 'refunds')])
  return {
    termsVersion: terms?.version ?? acceptedVersions.termsVersion,
    refundPolicyVersion: refunds?.version ?? acceptedVersions.refundPolicyVersion,
  }
}, 2 * second)

export async function countAccepted(db: Db, key: 'terms' | 'refunds'): Promise<Map<string, number>> {
  const version = key === 'terms' ? orders.termsVersion : orders.refundPolicyVersion
  const rows = await db
    .select({ version, count: sql<string>`count(*)` })
    .from(orders)
    .where(isNotNull(version))
    .groupBy(version)
  return new Map(rows.map((row) => [row.version ?? '', Number(row.count)]))
}

/** What staff may correct. `buyerState` is null on orders without a firearm; a home ZIP code that was given for another state is forgotten. */
type CorrectedBuyer = Partial<ContactDetails> & Pick<BuyerDetails, 'buyerState' | 'buyerZip'>

export const formerEmailPurpose = (orderId: string) => `former email of ${orderId}`

/** A refusal is stored, so that the gates stop the order. Another email ends every private link: the old one may be a stranger's. */
export async function correctBuyer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  corrected: CorrectedBuyer,
  { by, keyedHash }: { by: string; keyedHash: KeyedHash },
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const { order } = found
  const knownZip = corrected.buyerState === order.buyerState ? order.buyerZip : null
  const buyer = { ...corrected, buyerZip: corrected.buyerZip ?? knownZip }
  const changed = (Object.keys(buyer) as (keyof CorrectedBuyer)[]).filter(
    (field) => buyer[field] !== order[field],
  )
  if (changed.length === 0) return refuse('unchanged')
  const lines = found.lines.map(({ line }) => line)
  const verdict = order.verdict && (await judgeNow(work, lines, { ...order, ...buyer }))
  await work.tx.update(orders).set(buyer).where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'buyer_corrected', { by, fields: changed.join(', ') })
  const [latest] = await listReviews(work.tx, orderId)
  if (verdict) await storeVerdict(work, order, verdict, latest)
  if (changed.includes('buyerEmail')) {
    await endLinks(work, orderId, { by })
    const requestId = publicCode()
    await work.enqueue('mail-order-link', { orderId, requestId })
    if (order.buyerEmail) {
      const sealed = seal(keyedHash, formerEmailPurpose(orderId), order.buyerEmail)
      await work.enqueue('mail-order-email-changed', { orderId, requestId, sealed })
    }
  }
  return { ok: true as const, changed, verdict }
}

export type ChosenDealer = Record<'dealerName' | 'dealerCity' | 'dealerState', string> & {
  dealerKey?: string | null
  dealerZip?: string | null
}

/** A refusal changes nothing. An earlier dealer's answer is discarded. */
export async function chooseDealer(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  dealer: ChosenDealer,
) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('not_paid')
  const { order } = found
  const lines = found.lines.map(({ line }) => line)
  const may = mayChooseDealer({ state: order.state, lines }, work.now)
  if (!may.ok) return may
  const { dealerName, dealerCity, dealerState, dealerKey = null, dealerZip = null } = dealer
  const verdict = await judgeNow(work, lines, { ...order, dealerState, dealerZip })
  if (verdict.outcome === 'refused') return { ...refuse('refused_by_state'), verdict }
  await work.tx
    .update(orders)
    .set({ dealerName, dealerCity, dealerState, dealerKey, dealerZip, dealerAnswer: null, verdict })
    .where(eq(orders.id, orderId))
  // No names: the history is stored permanently.
  await addEvent(work, orderId, 'dealer', { outcome: verdict.outcome })
  // Sales tax on a firearm follows the place where it is handed over.
  if (lines.some(({ stage }) => stage !== null)) await work.enqueue('balance-tax', { orderId })
  return allowed
}

/** Stores the chosen dealer's answer for the buyer to see. The history holds no names. */
export async function recordDealerAnswer(
  work: UnitOfWork,
  orderId: string,
  answer: DealerAnswer,
  by?: string,
): Promise<void> {
  await work.tx.update(orders).set({ dealerAnswer: answer }).where(eq(orders.id, orderId))
  const { is, feeCents } = answer
  await addEvent(work, orderId, `dealer_${is}`, { ...(feeCents !== null && { feeCents }), ...(by && { by }) })
}

export async function confirmDealerAnswer(work: UnitOfWork, orderId: string, by: string): Promise<void> {
  await work.tx
    .update(orders)
    .set({ dealerAnswer: sql`${orders.dealerAnswer} || '{"isConfirmed": true}'` })
    .where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'dealer_confirmed', { by })
}

/** Locks an order for the rest of the transaction, so that changes happen one at a time. Is there such an order? */
export async function lockOrder({ tx }: Pick<UnitOfWork, 'tx'>, orderId: string): Promise<boolean> {
  const locked = await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId)).for('update')
  return locked.length > 0
}

export async function findPrices({
  db,
  now,
  timeZone = shopZone,
}: Pick<AppContext, 'db' | 'now'> & { timeZone?: string }) {
  const moment = now()
  const [methods, tariff] = await Promise.all([findShippingMethods(db, moment), listTariff(db)])
  return { methods, tariff, today: formatIsoDay(moment, timeZone) } satisfies PriceList
}

/** Something of it is still to be shipped. */
export function mayChangeAddress({
  state,
  lines,
}: Pick<Order, 'state'> & { lines: readonly SellableLine['line'][] }) {
  return (
    isPaid(state) &&
    lines.some(
      ({ fulfillment, deliveredAt, returnedAt }) => fulfillment === 'shipping' && !deliveredAt && !returnedAt,
    )
  )
}
