import { asc, inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { second } from '#app/kit/clock.ts'
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

/** Remembers all rules of one process for a while, so that judging a sale costs no read at all. */
export type RuleMemory = { list: (db: Db, now: Date) => Promise<StateRule[]>; forget: () => void }

/** A rule memory that reads again once `forMs` milliseconds have passed. A failed read is not remembered. */
export function rememberRules(forMs = 30 * second): RuleMemory {
  let kept: { rules: Promise<StateRule[]>; at: number } | undefined
  const forget = () => {
    kept = undefined
  }
  const list = (db: Db, now: Date) => {
    const age = kept ? now.getTime() - kept.at : Number.POSITIVE_INFINITY
    if (kept && age >= 0 && age < forMs) return kept.rules
    const rules = db.select(verdictColumns).from(stateRules).execute()
    kept = { rules, at: now.getTime() }
    rules.catch(forget)
    return rules
  }
  return { list, forget }
}

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
