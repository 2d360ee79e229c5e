import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { LocalRuleInput } from '../input.ts'
import { localRules, ruleVersions } from '../tables.ts'
import { judgeAgainJob, nextVersion, type Recorded } from './versions.server.ts'

export function listLocalRules(db: Db): Promise<(typeof localRules.$inferSelect)[]> {
  return db.select().from(localRules).orderBy(asc(localRules.state), asc(localRules.id))
}

export async function recordLocalRule(work: UnitOfWork, rule: LocalRuleInput): Promise<Recorded> {
  const { tx } = work
  const [before] = await tx.select().from(localRules).where(eq(localRules.id, rule.id)).for('update')
  const recorded = await nextVersion(work, {
    rule: `local ${rule.id}`,
    ...(before && { before }),
    after: rule,
    states: [rule.state, ...(before ? [before.state] : [])],
  })
  const row = { ...rule, version: recorded.version }
  await tx.insert(localRules).values(row).onConflictDoUpdate({ target: localRules.id, set: row })
  return recorded
}

/** Takes the rule of a place away. Its versions stay readable; open orders of its state are judged again. */
export async function deleteLocalRule(
  work: UnitOfWork,
  id: string,
): Promise<{ ok: true; place: string } | Refusal<'rule_not_found'>> {
  const [dropped] = await work.tx.delete(localRules).where(eq(localRules.id, id)).returning()
  if (!dropped) return refuse('rule_not_found')
  const { version, place, state } = dropped
  await work.tx
    .insert(ruleVersions)
    .values({ rule: `local ${id}`, version, content: { ...dropped }, recordedAt: work.now })
    .onConflictDoNothing()
  await work.enqueue(judgeAgainJob, { states: [state] })
  return { ok: true, place }
}

/** Adds rules of places that were never known. What the operator has changed or taken away stays as it is. */
export async function addMissingLocalRules(db: Db, rules: LocalRuleInput[]): Promise<void> {
  const names = rules.map(({ id }) => `local ${id}`)
  const touched = await db
    .select({ rule: ruleVersions.rule })
    .from(ruleVersions)
    .where(inArray(ruleVersions.rule, names))
  const known = new Set(touched.map(({ rule }) => rule))
  const missing = rules.filter(({ id }) => !known.has(`local ${id}`))
  if (missing.length) await db.insert(localRules).values(missing).onConflictDoNothing()
}
