import { and, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { platforms } from '../tables.ts'

/** A platform that became available. */
export type OpenedPlatform = { id: string; name: string; description: string; startingPriceCents: number }

/** The name of a platform, or undefined for an unknown id. */
export async function findPlatformName(db: Db, id: string): Promise<string | undefined> {
  const [found] = await db.select({ name: platforms.name }).from(platforms).where(eq(platforms.id, id))
  return found?.name
}

/** The platforms that became available after `since`, up to now. Their waitlists are notified. */
export async function listOpenedPlatforms(db: Db, since: Date, now: Date): Promise<OpenedPlatform[]> {
  const { id, name, description, startingPriceCents } = platforms
  return db
    .select({ id, name, description, startingPriceCents })
    .from(platforms)
    .where(
      and(
        isNotNull(platforms.availableAt),
        gt(platforms.availableAt, since),
        lte(platforms.availableAt, now),
      ),
    )
}

/** Makes a coming platform available now; its waitlist is notified. */
export async function openPlatform(work: UnitOfWork, id: string) {
  const [platform] = await work.tx
    .select({ name: platforms.name, availableAt: platforms.availableAt })
    .from(platforms)
    .where(eq(platforms.id, id))
    .for('update')
  if (!platform) return refuse('platform_not_found')
  if (platform.availableAt && platform.availableAt <= work.now) return refuse('already_available')
  await work.tx.update(platforms).set({ availableAt: work.now }).where(eq(platforms.id, id))
  return { ok: true as const, name: platform.name }
}
