import { eq, lt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { GatewayNotification } from './gateway.ts'
import { gatewayNotifications } from './tables.ts'

/** Gateways repeat a notification for days, not for months. */
const retentionMs = 30 * day

export async function isKnownNotification(db: Db, { notificationId }: GatewayNotification): Promise<boolean> {
  return (await db.$count(gatewayNotifications, eq(gatewayNotifications.notificationId, notificationId))) > 0
}

/** Only afterwards, so that one whose processing failed is processed again. */
export async function recordNotification(
  db: Db,
  { notificationId, attemptId }: GatewayNotification,
  now: Date,
): Promise<void> {
  await db
    .insert(gatewayNotifications)
    .values({ notificationId, attemptId, receivedAt: now })
    .onConflictDoNothing()
  await db.delete(gatewayNotifications).where(lt(gatewayNotifications.receivedAt, after(now, -retentionMs)))
}
