import { eq, lt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { GatewayNotification } from './gateway.ts'
import { gatewayNotifications } from './tables.ts'

/** Gateways send again for days, not for months. */
const keptMs = 30 * day

/** Has this notification been worked off before? */
export async function isKnownNotification(db: Db, { newsId }: GatewayNotification): Promise<boolean> {
  return (await db.$count(gatewayNotifications, eq(gatewayNotifications.newsId, newsId))) > 0
}

/** Notes that a notification was worked off: only afterwards, so that one whose work broke off is worked off again. */
export async function recordNotification(
  db: Db,
  { newsId, attemptId }: GatewayNotification,
  now: Date,
): Promise<void> {
  await db.insert(gatewayNotifications).values({ newsId, attemptId, receivedAt: now }).onConflictDoNothing()
  await db.delete(gatewayNotifications).where(lt(gatewayNotifications.receivedAt, after(now, -keptMs)))
}
