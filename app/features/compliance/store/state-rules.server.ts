import { asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import { jsonOf } from '#app/db/row.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { StateRuleInput } from '../input.ts'
import type { LocalRule, StateRule } from '../rules.ts'
import { localRules, type StateRuleRow, stateRules } from '../tables.ts'
import { nextVersion, type Recorded } from './versions.server.ts'

export function listStateRules(db: Db): Promise<(StateRuleRow & { local: LocalRule[] })[]> {
  return db.select(everyColumn).from(stateRules).orderBy(asc(stateRules.name))
}

export async function findStateRule(db: Db, state: string) {
  const [rule] = await db.select(everyColumn).from(stateRules).where(eq(stateRules.state, state))
  return rule
}

/** One read by primary key, cheap enough for the moment of paying. A state without a rule is missing, which `judge` understands. */
export async function findRulesFor(db: Db, codes: readonly (string | null)[]): Promise<StateRule[]> {
  const wanted = [...new Set(codes.filter((code) => code !== null))]
  return wanted.length ? db.select(everyColumn).from(stateRules).where(inArray(stateRules.state, wanted)) : []
}

/** All rules, at most half a minute old, so that judging a sale costs no read. */
export const findKnownRules: CachedQuery<StateRule[]> = cachedQuery((db) =>
  db.select(everyColumn).from(stateRules).execute(),
)

/** Where it differs it gets the next version, and open orders of that state are judged again. */
export async function recordStateRule(work: UnitOfWork, rule: StateRuleInput): Promise<Recorded> {
  const { tx } = work
  const [before] = await tx.select().from(stateRules).where(eq(stateRules.state, rule.state)).for('update')
  const recorded = await nextVersion(work, {
    rule: `state ${rule.state}`,
    ...(before && { before }),
    after: rule,
    states: [rule.state],
  })
  const row = { ...rule, version: recorded.version }
  await tx.insert(stateRules).values(row).onConflictDoUpdate({ target: stateRules.state, set: row })
  return recorded
}

export async function lockStateRule({ tx }: Pick<UnitOfWork, 'tx'>, state: string): Promise<void> {
  await tx
    .select({ state: stateRules.state })
    .from(stateRules)
    .where(eq(stateRules.state, state))
    .for('update')
}

export async function addMissingStateRules(db: Db, rules: StateRuleInput[]): Promise<void> {
  await db.insert(stateRules).values(rules).onConflictDoNothing()
}

// In a select from one table, columns lose the table's name: without an alias every state would match itself.
const ofState = sql`place.state = ${stateRules}.${sql.identifier(stateRules.state.name)}`
const local: SQL<LocalRule[]> = sql<LocalRule[]>`(
  select coalesce(json_agg(${jsonOf(localRules)} order by ${localRules.id}), '[]')
  from (select * from ${localRules} place where ${ofState}) ${localRules})`

const everyColumn = { ...getTableColumns(stateRules), local }
