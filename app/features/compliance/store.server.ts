import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { type RememberedRead, rememberedRead } from '#app/db/remembered-read.server.ts'
import type { StateRuleInput } from './input.ts'
import type { StateRule } from './rules.ts'
import { type StateRuleRow, stateRules } from './tables.ts'

/** Every state's rule with all that is kept about it, by state name. */
export function listStateRules(db: Db): Promise<StateRuleRow[]> {
  return db.select().from(stateRules).orderBy(asc(stateRules.name))
}

/**
 * The rules of these states, and no more: one read by primary key, cheap enough for the moment of paying. A state
 * without a rule is missing from the answer, which `judge` understands.
 */
export async function findRulesFor(db: Db, codes: readonly (string | null)[]): Promise<StateRule[]> {
  const wanted = [...new Set(codes.filter((code) => code !== null))]
  return wanted.length
    ? db.select(verdictColumns).from(stateRules).where(inArray(stateRules.state, wanted))
    : []
}

/** All rules, at most half a minute old, so that judging a sale costs no read. */
export const findKnownRules: RememberedRead<StateRule[]> = rememberedRead((db) =>
  db.select(verdictColumns).from(stateRules).execute(),
)

/** Writes the operator's rule for a state, in place of the one before. */
export async function recordStateRule(db: Db, rule: StateRuleInput): Promise<void> {
  await db.insert(stateRules).values(rule).onConflictDoUpdate({ target: stateRules.state, set: rule })
}

/** Adds the rules of states that have none yet. What the operator has changed stays as it is. */
export async function addMissingStateRules(db: Db, rules: StateRuleInput[]): Promise<void> {
  await db.insert(stateRules).values(rules).onConflictDoNothing()
}

const verdictColumns = {
  state: stateRules.state,
  name: stateRules.name,
  sbr: stateRules.sbr,
  sbs: stateRules.sbs,
  suppressor: stateRules.suppressor,
  suggestedDefault: stateRules.suggestedDefault,
  note: stateRules.note,
  asOf: stateRules.asOf,
}
