import { and, eq, isNull } from 'drizzle-orm'
import type { AppContext, UnitOfWork } from '#app/db/work.server.ts'
import { readLink, signLink } from '#app/http/private-link.server.ts'
import { dealerRequests } from '../tables.ts'
import type { DealerRequest } from './requests.server.ts'

/** The secret of a private link to a request. */
export function dealerToken({ sign, now }: Pick<UnitOfWork, 'sign' | 'now'>, requestId: string): string {
  return signLink(sign, ['dealer request', requestId], { madeAt: now, epoch: '' })
}

export function dealerLink({ publicUrl }: { publicUrl: string }, requestId: string, token: string): string {
  return `${publicUrl}/dealers/answer/${requestId}?key=${token}`
}

export async function findOwnRequest(
  { db, now, sign }: Pick<AppContext, 'db' | 'now' | 'sign'>,
  requestId: string,
  token: string,
): Promise<DealerRequest | undefined> {
  if (!readLink(sign, ['dealer request', requestId], token, { now: now() })) return undefined
  const isOpen = and(eq(dealerRequests.id, requestId), isNull(dealerRequests.linksEndedAt))
  const [request] = await db.select().from(dealerRequests).where(isOpen)
  return request
}
