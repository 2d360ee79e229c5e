import { and, desc, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { buyerLinkMs } from '../rules/links.ts'
import { buyerLinks, orders } from '../tables.ts'

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
