import { eq, lt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import type { GatewayNews } from './gateway.ts'
import { gatewayNews } from './tables.ts'

/** Gateways send again for days, not for months. */
const keptMs = 30 * day

/** Has this notification been worked off before? */
export async function isKnownNews(db: Db, { newsId }: GatewayNews): Promise<boolean> {
  return (await db.$count(gatewayNews, eq(gatewayNews.newsId, newsId))) > 0
}

/** Notes that a notification was worked off: only afterwards, so that one whose work broke off is worked off again. */
export async function noteNews(db: Db, { newsId, attemptId }: GatewayNews, now: Date): Promise<void> {
  await db.insert(gatewayNews).values({ newsId, attemptId, receivedAt: now }).onConflictDoNothing()
  await db.delete(gatewayNews).where(lt(gatewayNews.receivedAt, after(now, -keptMs)))
}
