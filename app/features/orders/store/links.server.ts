import { and, desc, eq, isNotNull, max, type SQL, sql } from 'drizzle-orm'
import type { AppContext, Db, UnitOfWork } from '#app/db/db.server.ts'
import { sqlList } from '#app/db/sql.ts'
import { type BoundStatement, statement, value } from '#app/db/statement.server.ts'
import { readLink, signLink } from '#app/http/private-link.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type KeyedHash, publicCode, seal, unseal } from '#app/kit/ids.ts'
import { orders } from '../tables.ts'
import { addEvent } from './lines.server.ts'

const linkMs = 90 * day
const unpaidLinkMs = 2 * day
/** It opens more than one order, so it ends sooner. */
const buyerLinkMs = day

export const buyerPagePath = '/orders/mine'

/** Keyed, to compare emails without storing them: a plain hash could be found by trying addresses. */
export function emailForLink(email: string): string {
  return `email for a lost link ${email.toLowerCase()}`
}

type LinkContext = Pick<AppContext, 'db' | 'now' | 'sign'>

export function orderToken(
  { sign, now }: Pick<UnitOfWork, 'sign' | 'now'>,
  { id, linkEpoch }: { id: string; linkEpoch: string },
): string {
  return signLink(sign, ['order', id], { madeAt: now, epoch: linkEpoch })
}

export async function makeLink(
  work: Pick<UnitOfWork, 'tx' | 'now' | 'sign'>,
  orderId: string,
): Promise<string> {
  const linkEpoch = await findLinkEpoch(work.tx, orderId)
  if (linkEpoch === undefined) throw new Error(`There is no order ${orderId}`)
  return orderToken(work, { id: orderId, linkEpoch })
}

export async function findLinkEpoch(db: Db, orderId: string): Promise<string | undefined> {
  const [order] = await db.select({ epoch: orders.linkEpoch }).from(orders).where(eq(orders.id, orderId))
  return order?.epoch
}

const notPaid = sqlList(['held', 'expired', 'canceled'])

/** The values of `opensByLink`; `undefined` for a secret that is not ours, or too old for any order. */
export function linkValues({ sign, now }: Pick<LinkContext, 'sign' | 'now'>, orderId: string, token: string) {
  const link = readLink(sign, ['order', orderId], token, { now: now(), lifeMs: linkMs })
  return link && { orderId, linkEpoch: link.epoch, isNew: now() < after(link.madeAt, unpaidLinkMs) }
}

/** The only place that decides whether a secret opens this row's order: its links were not ended, and it is new while unpaid. */
export const opensByLink: SQL = sql`${orders.linkEpoch} = ${value('linkEpoch')}
  and (${orders.state} not in (${notPaid}) or ${value('isNew')}::boolean)`

const openedOrder = statement<{ id: string }>(
  () => sql`select ${orders.id} from ${orders} where ${orders.id} = ${value('orderId')} and ${opensByLink}`,
)

export function askOpens(
  ctx: Pick<LinkContext, 'sign' | 'now'>,
  orderId: string,
  token: string,
): BoundStatement<{ id: string }> | undefined {
  const values = linkValues(ctx, orderId, token)
  return values && openedOrder.bind(values)
}

export async function opensOrder(ctx: LinkContext, orderId: string, token: string): Promise<boolean> {
  const values = linkValues(ctx, orderId, token)
  return values !== undefined && (await openedOrder(ctx.db, values)).length > 0
}

export async function endLinks(
  work: UnitOfWork,
  orderId: string,
  { by, epoch = publicCode(12) }: { by?: string; epoch?: string } = {},
): Promise<void> {
  await work.tx.update(orders).set({ linkEpoch: epoch }).where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'links_ended', by ? { by } : {})
}

const buyerPurpose = 'private link to everything of a buyer'

/** Sealed, not only signed: an address is nobody's to read in a browser's history. */
export function buyerToken({ sign, now }: Pick<UnitOfWork, 'sign' | 'now'>, email: string): string {
  return seal(sign, buyerPurpose, JSON.stringify({ email: email.toLowerCase(), madeAt: now.getTime() }))
}

export async function findBuyerOfLink(
  { db, now, sign }: LinkContext,
  token: string,
): Promise<{ email: string; until: Date } | undefined> {
  const link = readBuyerToken(sign, token)
  if (!link || now() >= after(link.madeAt, buyerLinkMs)) return undefined
  const [found] = await db
    .select({ endedAt: max(orders.buyerLinksEndedAt) })
    .from(orders)
    .where(isBuyer(link.email))
  if (found?.endedAt && found.endedAt >= link.madeAt) return undefined
  return { email: link.email, until: after(link.madeAt, buyerLinkMs) }
}

function readBuyerToken(sign: KeyedHash, token: string): { email: string; madeAt: Date } | undefined {
  try {
    const { email, madeAt } = JSON.parse(unseal(sign, buyerPurpose, token)) as {
      email: string
      madeAt: number
    }
    return { email, madeAt: new Date(madeAt) }
  } catch {
    return undefined // not ours
  }
}

export async function endBuyerLinks({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, email: string) {
  await tx.update(orders).set({ buyerLinksEndedAt: now }).where(isBuyer(email))
}

const isBuyer = (email: string) => sql`lower(${orders.buyerEmail}) = ${email.toLowerCase()}`

export async function listPaidOrdersOf(db: Db, email: string, max: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isBuyer(email), isNotNull(orders.paidAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(max)
  return rows.map(({ id }) => id)
}
