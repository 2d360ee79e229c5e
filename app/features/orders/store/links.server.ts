import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Work } from '#app/db/work.server.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { orderLinks } from '../tables.ts'

/** Makes a new private link to an order and returns its secret, which is stored nowhere: keep it or lose it. */
export async function makeLink({ tx, now }: Pick<Work, 'tx' | 'now'>, orderId: string): Promise<string> {
  const token = secretToken()
  await tx.insert(orderLinks).values({ tokenHash: hashSecret(token), orderId, createdAt: now })
  return token
}

/** The address that opens an order from anywhere. Whoever has it sees the order: it goes to the buyer and into no log. */
export function privateLink({ publicUrl }: { publicUrl: string }, orderId: string, token: string): string {
  return `${publicUrl}/orders/${orderId}?key=${token}`
}

/** Does this secret open this order? */
export async function opensOrder(db: Db, orderId: string, token: string): Promise<boolean> {
  const [link] = await db
    .select({ orderId: orderLinks.orderId })
    .from(orderLinks)
    .where(
      and(
        eq(orderLinks.tokenHash, hashSecret(token)),
        eq(orderLinks.orderId, orderId),
        isNull(orderLinks.revokedAt),
      ),
    )
  return link !== undefined
}

/** Makes every private link to an order useless. A new one can be made afterwards. */
export async function revokeLinks({ tx, now }: Work, orderId: string) {
  await tx
    .update(orderLinks)
    .set({ revokedAt: now })
    .where(and(eq(orderLinks.orderId, orderId), isNull(orderLinks.revokedAt)))
}
