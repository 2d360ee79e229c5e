import { desc, eq } from 'drizzle-orm'
import { recordAudit } from '#app/access/audit.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { type AppContext, transact, type UnitOfWork } from '#app/db/work.server.ts'
import { day } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isPeriodAllowed, type RetentionName, retentionKinds, retentionNames } from './kinds.ts'
import { retentionPeriods, retentionRuns } from './tables.ts'

/** Deletes what is older than `keepMs`, in the transaction it is given, and says how many. */
export type Deletion = (work: UnitOfWork, keepMs: number) => Promise<number>

/** The period of a kind, in days. One that is stored and no longer allowed counts as the shortest or longest. */
async function findPeriodDays(db: Db, name: RetentionName): Promise<number> {
  const [own] = await db.select().from(retentionPeriods).where(eq(retentionPeriods.kind, name))
  const { days, minDays } = retentionKinds[name]
  return Math.min(days, Math.max(minDays, own?.days ?? days))
}

export function applyRetention(ctx: AppContext, name: RetentionName, deletion: Deletion): Promise<number> {
  return transact(ctx, async (work) => {
    const days = await findPeriodDays(work.tx, name)
    const deleted = await deletion(work, days * day)
    await work.tx.insert(retentionRuns).values({ kind: name, at: work.now, days, deleted })
    if (deleted > 0)
      await recordAudit(work, {
        actor: 'retention',
        verb: 'retention-delete',
        subject: name,
        data: { deleted, days },
      })
    return deleted
  })
}

class TakenBack extends Error {}

/**
 * How many a run would delete now: the very same statements, taken back. With another period than the stored one, how many it
 * would delete under that.
 */
export async function dryRun(
  ctx: AppContext,
  name: RetentionName,
  deletion: Deletion,
  days?: number,
): Promise<number> {
  let count = 0
  try {
    await ctx.db.transaction(async (tx) => {
      const keepMs = (days ?? (await findPeriodDays(tx, name))) * day
      count = await deletion({ tx, now: ctx.now(), enqueue: async () => {}, announce: () => {} }, keepMs)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return count
}

export async function listPeriods(db: Db) {
  const own = await db.select().from(retentionPeriods)
  const runs = await db
    .selectDistinctOn([retentionRuns.kind])
    .from(retentionRuns)
    .orderBy(retentionRuns.kind, desc(retentionRuns.id))
  return retentionNames.map((name) => {
    const stored = own.find(({ kind }) => kind === name)
    const lastRun = runs.find(({ kind }) => kind === name)
    const { days } = retentionKinds[name]
    return { name, days: stored?.days ?? days, revision: stored?.revision ?? 0, stored, lastRun }
  })
}

export async function changePeriod(
  { tx, now }: UnitOfWork,
  { name, days, seen, by }: { name: RetentionName; days: number; seen: number; by: string },
) {
  if (!isPeriodAllowed(name, days)) return refuse('not_allowed')
  const [stored] = await tx
    .select()
    .from(retentionPeriods)
    .where(eq(retentionPeriods.kind, name))
    .for('update')
  if ((stored?.revision ?? 0) !== seen) return refuse('changed')
  const values = { days, revision: seen + 1, changedBy: by, changedAt: now }
  const [written] = stored
    ? await tx.update(retentionPeriods).set(values).where(eq(retentionPeriods.kind, name)).returning()
    : await tx
        .insert(retentionPeriods)
        .values({ kind: name, ...values })
        .onConflictDoNothing()
        .returning()
  if (!written) return refuse('changed')
  return { ok: true as const, beforeDays: stored?.days ?? retentionKinds[name].days }
}
