import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { dealerLinks, dealerRequests } from '../tables.ts'
import type { DealerRequest } from './requests.server.ts'

/** Makes a new private link to a request and returns its secret, which is stored nowhere: mail it or lose it. */
export async function makeDealerLink(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  requestId: string,
): Promise<string> {
  const token = secretToken()
  await tx.insert(dealerLinks).values({ tokenHash: hashSecret(token), requestId, createdAt: now })
  return token
}

export function dealerLink({ publicUrl }: { publicUrl: string }, requestId: string, token: string): string {
  return `${publicUrl}/dealers/answer/${requestId}?key=${token}`
}

export async function findOwnRequest(
  db: Db,
  requestId: string,
  token: string,
): Promise<DealerRequest | undefined> {
  const [found] = await db
    .select({ request: dealerRequests })
    .from(dealerLinks)
    .innerJoin(dealerRequests, eq(dealerRequests.id, dealerLinks.requestId))
    .where(
      and(
        eq(dealerLinks.tokenHash, hashSecret(token)),
        eq(dealerLinks.requestId, requestId),
        isNull(dealerLinks.revokedAt),
      ),
    )
  return found?.request
}

export async function revokeDealerLinks(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  requestId: string,
): Promise<void> {
  await tx
    .update(dealerLinks)
    .set({ revokedAt: now })
    .where(and(eq(dealerLinks.requestId, requestId), isNull(dealerLinks.revokedAt)))
}
