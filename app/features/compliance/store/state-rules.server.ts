import { and, asc, desc, eq, getTableColumns, inArray, lt, max, type SQL, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import { jsonOf } from '#app/db/row.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import {
  type AgeRule,
  lastCheckBefore,
  type LocalRule,
  type LocalRuleInput,
  type PurchaseAgeInput,
  type StateRule,
  type StateRuleInput,
  staleOn,
} from '../rules.ts'
import { localRules, purchaseAges, ruleReviews, ruleVersions, stateRules } from '../tables.ts'

const ofStates = (db: Db) => db.select(everyColumn).from(stateRules).$dynamic()

export const listStateRules = (db: Db) => ofStates(db).orderBy(asc(stateRules.name))

export async function findStateRule(db: Db, state: string) {
  const [rule] = await ofStates(db).where(eq(stateRules.state, state))
  return rule
}

/** One read by primary key, cheap enough for the moment of paying. A state without a rule is missing, which `judge` understands. */
export async function findRulesFor(db: Db, codes: readonly (string | null)[]): Promise<StateRule[]> {
  const wanted = [...new Set(codes.filter((code) => code !== null))]
  return wanted.length ? ofStates(db).where(inArray(stateRules.state, wanted)) : []
}

/** All rules, at most half a minute old, so that judging a sale costs no read. */
export const findKnownRules: CachedQuery<StateRule[]> = cachedQuery((db) => ofStates(db).execute())

export const listLocalRules = (db: Db) =>
  db.select().from(localRules).orderBy(asc(localRules.state), asc(localRules.id))

export const listPurchaseAges = (db: Db) =>
  db.select().from(purchaseAges).orderBy(asc(purchaseAges.ageClass), asc(purchaseAges.state))

export const findKnownAges: CachedQuery<AgeRule[]> = cachedQuery((db) => listPurchaseAges(db))

/** One writer per rule at a time: the rule of a place, or an age, has no row to lock before it exists. */
export async function lockRule({ tx }: Pick<UnitOfWork, 'tx'>, rule: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rule ${rule}`}, 0))`)
}

export async function recordStateRule(work: UnitOfWork, rule: StateRuleInput): Promise<number> {
  const isIt = eq(stateRules.state, rule.state)
  const [before] = await work.tx.select().from(stateRules).where(isIt).for('update')
  const version = await nextVersion(work, `state ${rule.state}`, before, rule, [rule.state])
  const row = { ...rule, version }
  await work.tx.insert(stateRules).values(row).onConflictDoUpdate({ target: stateRules.state, set: row })
  return version
}

export async function recordLocalRule(work: UnitOfWork, rule: LocalRuleInput): Promise<number> {
  const [before] = await work.tx.select().from(localRules).where(eq(localRules.id, rule.id)).for('update')
  const states = [rule.state, ...(before ? [before.state] : [])]
  const version = await nextVersion(work, `local ${rule.id}`, before, rule, states)
  const row = { ...rule, version }
  await work.tx.insert(localRules).values(row).onConflictDoUpdate({ target: localRules.id, set: row })
  return version
}

export async function recordPurchaseAge(work: UnitOfWork, age: PurchaseAgeInput): Promise<number> {
  const { ageClass, state } = purchaseAges
  const isIt = and(eq(ageClass, age.ageClass), eq(state, age.state))
  const [before] = await work.tx.select().from(purchaseAges).where(isIt).for('update')
  const version = await nextVersion(work, `age ${age.ageClass} ${age.state}`, before, age, [])
  const row = { ...age, version }
  await work.tx
    .insert(purchaseAges)
    .values(row)
    .onConflictDoUpdate({ target: [ageClass, state], set: row })
  return version
}

type Versioned = { version: number }

/** The next one, unless nothing differs from `before`; both stay readable. Open orders of the states are judged again after the commit. */
async function nextVersion(
  work: UnitOfWork,
  rule: string,
  before: Versioned | undefined,
  after: object,
  states: string[],
): Promise<number> {
  if (before && isSame(before, after)) return before.version
  // A rule that was deleted and added again continues the count, because a cited version must stay unique.
  const [latest] = await work.tx
    .select({ version: max(ruleVersions.version) })
    .from(ruleVersions)
    .where(eq(ruleVersions.rule, rule))
  const version = Math.max(before?.version ?? 0, latest?.version ?? 0) + 1
  if (before) await keepVersion(work, rule, before)
  await keepVersion(work, rule, { ...after, version })
  if (states.length) await judgeAgain(work, states)
  return version
}

function isSame(before: Versioned, after: object): boolean {
  const stored = new Map(Object.entries(before))
  return Object.entries(after).every(
    ([name, value]) => JSON.stringify(stored.get(name)) === JSON.stringify(value),
  )
}

async function keepVersion({ tx, now }: UnitOfWork, rule: string, content: Versioned): Promise<void> {
  const { version } = content
  await tx.insert(ruleVersions).values({ rule, version, content, recordedAt: now }).onConflictDoNothing()
}

const judgeAgain = ({ enqueue }: UnitOfWork, states: string[]) => enqueue('judge-orders-again', { states })

/** Takes the rule of a place away. Its versions stay readable; open orders of its state are judged again. */
export async function deleteLocalRule(work: UnitOfWork, id: string) {
  const [dropped] = await work.tx.delete(localRules).where(eq(localRules.id, id)).returning()
  if (!dropped) return refuse('rule_not_found')
  await keepVersion(work, `local ${id}`, dropped)
  await judgeAgain(work, [dropped.state])
  return { ok: true as const }
}

export async function addMissingStateRules(db: Db, rules: (typeof stateRules.$inferInsert)[]): Promise<void> {
  await db.insert(stateRules).values(rules).onConflictDoNothing()
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

export async function addMissingPurchaseAges(db: Db, ages: PurchaseAgeInput[]): Promise<void> {
  await db.insert(purchaseAges).values(ages).onConflictDoNothing()
}

/** How many rows of states turn stale before this moment if nobody looks at them, or have already, as a part of a statement. */
export const countExpiringStates = (db: Db, moment: Date) =>
  db.$count(stateRules, lt(stateRules.asOf, lastCheckBefore(moment)))

export async function rulesExpiringBefore(db: Db, moment: Date) {
  const day = lastCheckBefore(moment)
  const [states, places, ages] = await Promise.all([
    listStateRules(db),
    listLocalRules(db),
    listPurchaseAges(db),
  ])
  return [
    ...states.map(({ state, name, asOf }) => ({ kind: 'state' as const, id: state, name, asOf })),
    ...places.map(({ id, place, asOf }) => ({ kind: 'place' as const, id, name: place, asOf })),
    ...ages.map(({ ageClass, state, asOf }) => ({
      kind: 'age' as const,
      id: `${ageClass} ${state}`,
      name: `Age to buy: ${ageClass}, ${state}`,
      asOf,
    })),
  ]
    .filter(({ asOf }) => asOf < day)
    .map((rule) => ({ ...rule, staleOn: staleOn(rule) }))
    .toSorted((a, b) => a.staleOn.localeCompare(b.staleOn))
}

export async function recordReview(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  review: Omit<typeof ruleReviews.$inferInsert, 'id' | 'at'>,
): Promise<void> {
  await tx.insert(ruleReviews).values({ ...review, at: now })
}

export function listReviews(db: Db, rule: string) {
  const ofRule = eq(ruleReviews.rule, rule)
  return db.select().from(ruleReviews).where(ofRule).orderBy(desc(ruleReviews.id)).limit(20)
}

export async function findLatestReviews(db: Db) {
  const { id, rule } = ruleReviews
  const rows = await db.selectDistinctOn([rule]).from(ruleReviews).orderBy(rule, desc(id))
  return new Map(rows.map((review) => [review.rule, review]))
}

// In a select from one table, columns lose the table's name: without an alias every state would match itself.
const ofState = sql`place.state = ${stateRules}.${sql.identifier(stateRules.state.name)}`
const local: SQL<LocalRule[]> = sql<LocalRule[]>`(
  select coalesce(json_agg(${jsonOf(localRules)} order by ${localRules.id}), '[]')
  from (select * from ${localRules} place where ${ofState}) ${localRules})`

const everyColumn = { ...getTableColumns(stateRules), local }
