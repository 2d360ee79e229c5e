import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { dropTopic, dueTransition, statusAt } from '../rules.ts'
import { drops, dropUnits } from '../tables.ts'

/**
 * When the next status changes by the clock, over all drops. A change that is not stored yet counts, so that the
 * scheduler runs for it.
 */
export async function nextDropTransition(db: Db, now: Date): Promise<Date | undefined> {
  const rows = await db.select(lifecycleColumns).from(drops).where(sql`${drops.status} <> 'archived'`)
  return rows
    .flatMap((drop) => dueTransition(drop, now) ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())[0]
}

/**
 * Stores every status that time or sales changed and announces those drops. The first sell-out is recorded for the
 * archive. Idempotent, and safe to run concurrently. Returns the slugs of the changed drops.
 */
export async function applyStatusChanges({ tx, now, announce }: UnitOfWork): Promise<string[]> {
  const rows = await tx
    .select({ ...lifecycleColumns, slug: drops.slug })
    .from(drops)
    .where(sql`${drops.status} <> 'archived'`)
  const changed: string[] = []
  for (const drop of rows) {
    const status = statusAt(drop, now)
    if (status === drop.status) continue
    const updated = await tx
      .update(drops)
      .set({ status, ...(status === 'sold_out' && { soldOutAt: sql`coalesce(${drops.soldOutAt}, ${now})` }) })
      .where(and(eq(drops.id, drop.id), eq(drops.status, drop.status)))
      .returning({ slug: drops.slug })
    changed.push(...updated.map(({ slug }) => slug))
  }
  for (const slug of changed) announce(dropTopic(slug))
  return changed
}

const lifecycleColumns = {
  id: drops.id,
  status: drops.status,
  launchDate: drops.launchDate,
  endDate: drops.endDate,
  pausedAt: drops.pausedAt,
  remaining: sql<number>`(select count(*)::int from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`,
}
