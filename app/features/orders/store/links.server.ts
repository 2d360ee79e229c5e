import { and, eq, gt, isNull, lte, ne, or, type SQL, sql, desc, isNotNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type BoundStatement, statement, value } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { after } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { endedLinkRetentionMs, linkMs, unpaidLinkMs, unpaidStates, buyerLinkMs } from '../links.ts'
import { orderLinks, orders, buyerLinks } from '../tables.ts'
import { addEvent } from './lines.server.ts'

/** Makes a private link to an order and returns its secret, a new one unless a `token` is given. Only a hash is stored. */
export async function makeLink(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  orderId: string,
  token = secretToken(),
): Promise<string> {
  await insertLink(tx, { tokenHash: hashSecret(token), orderId, now, expiresAt: after(now, linkMs) })
  return token
}

/**
 * Makes the private link of a form, whose `token` comes from the form's key: sent again, the form gets the same link. It gets
 * a new one if that link was ended since.
 */
export async function makeLinkOnce(
  work: Pick<UnitOfWork, 'tx' | 'now'>,
  orderId: string,
  token: string,
): Promise<string> {
  await makeLink(work, orderId, token)
  return (await opensOrder(work.tx, orderId, token, work.now)) ? token : makeLink(work, orderId)
}

const insertLink = statement<unknown>(
  () => sql`
    insert into ${orderLinks} (token_hash, order_id, created_at, expires_at)
    values (${value('tokenHash')}, ${value('orderId')}, ${value('now')}::timestamptz, ${value('expiresAt')}::timestamptz)
    on conflict (token_hash) do nothing`,
)

/** The address that opens an order from anywhere. It goes only to the buyer and into no log. */
export function privateLink({ publicUrl }: { publicUrl: string }, orderId: string, token: string): string {
  return `${publicUrl}/orders/${orderId}?key=${token}`
}

const notPaid = sqlList(unpaidStates)

export function linkValues(orderId: string, token: string, now: Date) {
  return { orderId, tokenHash: hashSecret(token), now, unpaidSince: after(now, -unpaidLinkMs) }
}

/**
 * SQL condition: does the secret open the order of this row? The only place that decides: the link belongs to this
 * order, is not revoked or expired, and, while the order is unpaid, is new.
 */
export const opensByLink: SQL = sql`exists (select 1 from ${orderLinks}
  where ${orderLinks.tokenHash} = ${value('tokenHash')} and ${orderLinks.orderId} = ${orders.id}
    and ${orderLinks.revokedAt} is null
    and ${orderLinks.expiresAt} > ${value('now')}::timestamptz
    and (${orders.state} not in (${notPaid}) or ${orderLinks.createdAt} > ${value('unpaidSince')}::timestamptz))`

const openedOrder = statement<{ id: string }>(
  () => sql`select ${orders.id} from ${orders} where ${orders.id} = ${value('orderId')} and ${opensByLink}`,
)

/** The question whether a secret opens an order, for a message that asks more: a row where it does. */
export function askOpens(orderId: string, token: string, now: Date): BoundStatement<{ id: string }> {
  return openedOrder.bind(linkValues(orderId, token, now))
}

export async function opensOrder(db: Db, orderId: string, token: string, now: Date): Promise<boolean> {
  return (await openedOrder(db, linkValues(orderId, token, now))).length > 0
}

/** Revokes the private links to an order, but for that of `except`. Returns how many were open; without any, nothing has happened to the order. */
export async function revokeLinks(
  work: UnitOfWork,
  orderId: string,
  { by, except }: { by?: string; except?: string } = {},
): Promise<number> {
  const isOther = except === undefined ? undefined : ne(orderLinks.tokenHash, hashSecret(except))
  const isOpen = and(isNull(orderLinks.revokedAt), gt(orderLinks.expiresAt, work.now))
  const { rowCount } = await work.tx
    .update(orderLinks)
    .set({ revokedAt: work.now })
    .where(and(eq(orderLinks.orderId, orderId), isOther, isOpen))
  const ended = rowCount ?? 0
  if (ended > 0) await addEvent(work, orderId, 'links_ended', by ? { by } : {})
  return ended
}

export async function forgetLinks({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  const until = after(now, -endedLinkRetentionMs)
  await tx.delete(orderLinks).where(or(lte(orderLinks.expiresAt, until), lte(orderLinks.revokedAt, until)))
}

/** Makes a private link to everything that an email bought and returns its secret. Only a hash is stored. */
export async function makeBuyerLink(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  email: string,
): Promise<string> {
  const token = secretToken()
  await tx.insert(buyerLinks).values({
    tokenHash: hashSecret(token),
    email: email.toLowerCase(),
    createdAt: now,
    expiresAt: after(now, buyerLinkMs),
  })
  return token
}

export async function findBuyerOfLink(
  db: Db,
  token: string,
  now: Date,
): Promise<{ email: string; until: Date } | undefined> {
  const [found] = await db
    .select({ email: buyerLinks.email, until: buyerLinks.expiresAt })
    .from(buyerLinks)
    .where(
      and(
        eq(buyerLinks.tokenHash, hashSecret(token)),
        isNull(buyerLinks.revokedAt),
        gt(buyerLinks.expiresAt, now),
      ),
    )
  return found
}

export async function endBuyerLinks({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, email: string) {
  await tx
    .update(buyerLinks)
    .set({ revokedAt: now })
    .where(and(eq(buyerLinks.email, email.toLowerCase()), isNull(buyerLinks.revokedAt)))
}

export async function forgetBuyerLinks({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  await tx.delete(buyerLinks).where(lte(buyerLinks.expiresAt, now))
}

export async function listPaidOrdersOf(db: Db, email: string, max: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(sql`lower(${orders.buyerEmail}) = ${email.toLowerCase()}`, isNotNull(orders.paidAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(max)
  return rows.map(({ id }) => id)
}
