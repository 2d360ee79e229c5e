import { staffAction } from '#app/features/staff/action.server.ts'
import { confirmInput } from '../input.ts'
import { staleReading } from '../words.ts'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { listAllClaims, lockClaim, recordClaim } from '#app/features/claims/store.server.ts'
import {
  findStateRule,
  lockStateRule,
  recordStateRule,
} from '#app/features/compliance/store/state-rules.server.ts'
import { listLocalRules, recordLocalRule } from '#app/features/compliance/store/local-rules.server.ts'
import { listPurchaseAges, recordPurchaseAge } from '#app/features/compliance/store/ages.server.ts'
import { lockRule } from '#app/features/compliance/store/versions.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { type RulesContext, revisionOf } from '../flows.server.ts'
import { claimShown } from '../rules.ts'
import { recordReview } from '../store.server.ts'

/** The action of a list whose selected rules are confirmed unchanged. */
export const confirmSelected = (listPath: string) =>
  staffAction({
    right: 'rules.write',
    recent: true,
    input: confirmInput,
    run: ({ desk, input: { row, evidence: read } }) => confirmRules(desk, row, read),
    to: listPath,
    refusal: ({ rules }) => ({ row: [staleReading(rules)] }),
  })

/** A rule as a person read it: `state MD`, `local denver-co` or `age sbr FL` with its version, `claim tax.sbr` with the fingerprint of its history. */
type ReadRule = { rule: string; version: number | string }

type ConfirmRefusal = { ok: false; why: 'changed'; rules: string[] }

/** Confirms rules unchanged: each counts as checked today, by this person. All of them, or none where one changed meanwhile. */
export function confirmRules(
  { ctx, actor, timeZone }: RulesContext,
  read: readonly ReadRule[],
  evidence: string,
): Promise<Recorded<{ ok: true }> | ConfirmRefusal> {
  const subject = read.map(({ rule }) => rule.replace(/^state /, '')).join(', ')
  const act = { verb: 'rules-confirm', subject, data: { evidence: evidence.slice(0, 400) } }
  return actAs(ctx, actor, act, async (work) => {
    const asOf = formatIsoDay(work.now, timeZone)
    const changed: string[] = []
    // In one order, so that two people who confirm the same rules never wait for each other.
    for (const { rule, version } of read.toSorted((one, other) => one.rule.localeCompare(other.rule))) {
      const confirmed = await confirmRule(work, rule, { version, asOf, timeZone })
      if (confirmed === undefined) changed.push(rule.replace(/^(state|local|age|claim) /, ''))
      else await recordReview(work, { rule, version: confirmed, reviewer: actor, asOf, evidence })
    }
    // What was written goes with the transaction.
    if (changed.length > 0) throw new RulesChanged(changed)
    return { ok: true as const }
  }).catch((error: unknown) => {
    if (error instanceof RulesChanged)
      return { ok: false as const, why: 'changed' as const, rules: error.rules }
    throw error
  })
}

class RulesChanged extends Error {
  readonly rules: string[]
  constructor(rules: string[]) {
    super(`Rules changed: ${rules.join(', ')}`)
    this.rules = rules
  }
}

type Confirmation = { version: number | string; asOf: string; timeZone: string }

/**
 * Writes a rule unchanged, with the day of its check. Returns its version, null for a claim, which has none, and
 * undefined where it is not the one that was read.
 */
async function confirmRule(
  work: UnitOfWork,
  rule: string,
  { version, asOf, timeZone }: Confirmation,
): Promise<number | null | undefined> {
  const [kind, id = '', state] = rule.split(' ')
  if (kind === 'state') {
    await lockStateRule(work, id)
    const before = await findStateRule(work.tx, id)
    if (before?.version !== version) return undefined
    const { local: _, version: _v, ...row } = before
    return (await recordStateRule(work, { ...row, asOf })).version
  }
  if (kind === 'claim') {
    await lockClaim(work, id)
    const periods = (await listAllClaims(work.tx)).filter(({ key }) => key === id)
    const read = claimShown(periods, work.now, timeZone)
    if (!read || revisionOf(periods) !== version) return undefined
    await recordClaim(work.tx, { ...read, reviewedOn: asOf })
    return null
  }
  await lockRule(work, rule)
  if (kind === 'local') {
    const before = (await listLocalRules(work.tx)).find((each) => each.id === id)
    if (before?.version !== version) return undefined
    const { version: _, ...row } = before
    return (await recordLocalRule(work, { ...row, asOf })).version
  }
  const before = (await listPurchaseAges(work.tx)).find(
    (each) => each.ageClass === id && each.state === state,
  )
  if (before?.version !== version) return undefined
  const { version: _, ...row } = before
  return (await recordPurchaseAge(work, { ...row, asOf })).version
}
