import { eq, max, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { ruleVersions } from '../tables.ts'

export const judgeAgainJob = 'judge-orders-again'

export type Recorded = { ok: true; version: number; isChanged: boolean }

/** One writer per rule at a time: the rule of a place, or an age, has no row to lock before it exists. */
export async function lockRule({ tx }: Pick<UnitOfWork, 'tx'>, rule: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rule ${rule}`}, 0))`)
}

type Versioned = { version: number }

/** The next one, unless nothing differs from `before`; both stay readable. Open orders of the states are judged again after the commit. */
export async function nextVersion(
  work: UnitOfWork,
  { rule, before, after, states }: { rule: string; before?: Versioned; after: object; states: string[] },
): Promise<Recorded> {
  if (before && isSame(before, after)) return { ok: true, version: before.version, isChanged: false }
  // A rule that was deleted and added again continues the count, because a cited version must stay unique.
  const [latest] = await work.tx
    .select({ version: max(ruleVersions.version) })
    .from(ruleVersions)
    .where(eq(ruleVersions.rule, rule))
  const version = Math.max(before?.version ?? 0, latest?.version ?? 0) + 1
  const versions = [
    ...(before ? [{ version: before.version, content: before }] : []),
    { version, content: after },
  ]
  await work.tx
    .insert(ruleVersions)
    .values(versions.map((each) => ({ ...each, rule, content: { ...each.content }, recordedAt: work.now })))
    .onConflictDoNothing()
  if (states.length) await work.enqueue(judgeAgainJob, { states })
  return { ok: true, version, isChanged: true }
}

function isSame(before: Versioned, after: object): boolean {
  const stored = new Map(Object.entries(before))
  return Object.entries(after).every(
    ([name, value]) => JSON.stringify(stored.get(name)) === JSON.stringify(value),
  )
}
