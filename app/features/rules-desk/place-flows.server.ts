import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, namedChanges } from '#app/access/difference.ts'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { LocalRuleInput, PurchaseAgeInput } from '#app/features/compliance/input.ts'
import {
  deleteLocalRule,
  listLocalRules,
  recordLocalRule,
} from '#app/features/compliance/store/local-rules.server.ts'
import { findStateRule } from '#app/features/compliance/store/state-rules.server.ts'
import { listPurchaseAges, recordPurchaseAge } from '#app/features/compliance/store/ages.server.ts'
import { lockRule } from '#app/features/compliance/store/versions.server.ts'
import { type AffectedOrder, listAffected } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { affectedKey, linesOf, type RulesContext } from './flows.server.ts'
import { ageFields, differencesOf, type FieldChange, placeFields } from './rules.ts'
import { recordReview } from './store.server.ts'

export type LawDecision = {
  /** The version that was seen, 0 for a new one; without it, as from the command line, nothing is compared. */
  seen?: number
  affected?: string
  evidence: string
  mayConfirm?: boolean
}

type Written = { ok: true; version: number; isChanged: boolean }
type Unwritten = Refusal<'changed' | 'affected_changed' | 'nothing_to_do' | 'not_read_yet'>

/**
 * Writes the rule of a place with its reviewer and evidence. Who is affected is computed again under its lock, and open
 * orders of its state are judged again after the commit.
 */
export function changePlace(
  { ctx, actor, timeZone }: RulesContext,
  place: LocalRuleInput,
  { seen, affected, evidence, mayConfirm = false }: LawDecision,
): Promise<Recorded<Written | Unwritten>> {
  const rule = `local ${place.id}`
  const act = { verb: 'local-rule', subject: place.id, data: {} as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    await lockRule(work, rule)
    if (place.asOf > formatIsoDay(work.now, timeZone)) return refuse('not_read_yet')
    const before = await findPlace(work.tx, place.id)
    if (seen !== undefined && (before?.version ?? 0) !== seen) return refuse('changed')
    const changes = differencesOf(before ?? {}, place, placeFields)
    if (before && changes.length === 0 && !mayConfirm) return refuse('nothing_to_do')
    if (affected !== undefined) {
      const now = await listAffectedByPlace(work.tx, { id: place.id, state: place.state, place }, work.now)
      if (affectedKey(now) !== affected) return refuse('affected_changed')
    }
    const recorded = await recordLocalRule(work, place)
    await note(work, act.data, { rule, actor, asOf: place.asOf, evidence, changes, ...recorded })
    return recorded
  })
}

export function dropPlace(
  { ctx, actor }: RulesContext,
  id: string,
  { seen, affected, evidence }: LawDecision,
): Promise<
  Recorded<{ ok: true; place: string } | Refusal<'changed' | 'affected_changed' | 'rule_not_found'>>
> {
  const rule = `local ${id}`
  const act = { verb: 'local-rule', subject: id, data: { removed: 'yes' } as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    await lockRule(work, rule)
    const before = await findPlace(work.tx, id)
    if (!before) return refuse('rule_not_found')
    if (seen !== undefined && before.version !== seen) return refuse('changed')
    if (affected !== undefined) {
      const now = await listAffectedByPlace(work.tx, { id, state: before.state }, work.now)
      if (affectedKey(now) !== affected) return refuse('affected_changed')
    }
    const dropped = await deleteLocalRule(work, id)
    if (!dropped.ok) return dropped
    const changes = differencesOf(before, {}, placeFields)
    const { version, asOf } = before
    await note(work, act.data, { rule, actor, asOf, evidence, changes, version })
    return dropped
  })
}

/** Writes an age to buy with its reviewer and evidence. It counts for attestations from now on. */
export function changeAge(
  { ctx, actor, timeZone }: RulesContext,
  age: PurchaseAgeInput,
  { seen, evidence, mayConfirm = false }: LawDecision,
): Promise<Recorded<Written | Refusal<'changed' | 'nothing_to_do' | 'not_read_yet'>>> {
  const subject = `${age.ageClass} ${age.state}`
  const act = { verb: 'age', subject, data: {} as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    await lockRule(work, `age ${subject}`)
    if (age.asOf > formatIsoDay(work.now, timeZone)) return refuse('not_read_yet')
    const before = (await listPurchaseAges(work.tx)).find(
      ({ ageClass, state }) => ageClass === age.ageClass && state === age.state,
    )
    if (seen !== undefined && (before?.version ?? 0) !== seen) return refuse('changed')
    const changes = differencesOf(before ?? {}, age, ageFields)
    if (before && changes.length === 0 && !mayConfirm) return refuse('nothing_to_do')
    const recorded = await recordPurchaseAge(work, age)
    const rule = `age ${subject}`
    await note(work, act.data, { rule, actor, asOf: age.asOf, evidence, changes, ...recorded })
    return recorded
  })
}

export async function listAffectedByPlace(
  db: Db,
  { id, state, place }: { id: string; state: string; place?: LocalRuleInput },
  now: Date,
): Promise<AffectedOrder[]> {
  const row = await findStateRule(db, state)
  if (!row) return []
  const others = row.local.filter((each) => each.id !== id)
  const proposed = place ? [{ version: 0, ...row.local.find((each) => each.id === id), ...place }] : []
  return listAffected(db, { ...row, local: [...others, ...proposed] }, now)
}

async function findPlace(db: Db, id: string) {
  return (await listLocalRules(db)).find((each) => each.id === id)
}

type Review = {
  rule: string
  version: number
  actor: string
  asOf: string
  evidence: string
  changes: readonly FieldChange[]
}

async function note(
  work: UnitOfWork,
  data: AuditData,
  { rule, version, actor, asOf, evidence, changes }: Review,
) {
  await recordReview(work, { rule, version, reviewer: actor, asOf, evidence, changes: linesOf(changes) })
  data.version = version
  Object.assign(data, namedChanges(changes))
}
