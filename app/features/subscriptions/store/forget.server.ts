import { and, isNull, lte, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { endedRetentionMs, unconfirmedRetentionMs } from '../rules.ts'
import { subscribers, subscriptions } from '../tables.ts'

/**
 * Deletes what is no longer needed: addresses that were not confirmed in 14 days, subscriptions that ended a year ago,
 * and people who are on no list any more. Links go with their subscriptions. Returns how many subscriptions were deleted.
 */
export async function forgetSubscriptions({ tx, now }: UnitOfWork): Promise<number> {
  const unconfirmed = and(
    isNull(subscriptions.confirmedAt),
    lte(subscriptions.askedAt, after(now, -unconfirmedRetentionMs)),
  )
  const ended = lte(subscriptions.unsubscribedAt, after(now, -endedRetentionMs))
  const gone = [
    ...(await tx.delete(subscriptions).where(unconfirmed).returning({ id: subscriptions.id })),
    ...(await tx.delete(subscriptions).where(ended).returning({ id: subscriptions.id })),
  ]
  await tx
    .delete(subscribers)
    .where(
      sql`not exists (select from ${subscriptions} where ${subscriptions.subscriberId} = ${subscribers.id})`,
    )
  return gone.length
}
