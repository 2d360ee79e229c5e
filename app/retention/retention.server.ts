import { desc } from 'drizzle-orm'
import { recordAudit } from '#app/access/audit.server.ts'
import { type AppContext, type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { day } from '#app/kit/clock.ts'
import { type RetentionName, retentionKinds } from './kinds.ts'
import { retentionRuns } from './tables.ts'

/** Deletes what is older than `keepMs`, in the transaction it is given, and says how many. */
export type Deletion = (work: UnitOfWork, keepMs: number) => Promise<number>

export function applyRetention(ctx: AppContext, name: RetentionName, deletion: Deletion): Promise<number> {
  return transact(ctx, async (work) => {
    const { days } = retentionKinds[name]
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

export async function listLastRuns(db: Db) {
  const runs = await db
    .selectDistinctOn([retentionRuns.kind])
    .from(retentionRuns)
    .orderBy(retentionRuns.kind, desc(retentionRuns.id))
  return new Map(runs.map((run) => [run.kind, run]))
}
