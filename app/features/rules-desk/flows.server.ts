import type { AppContext, UnitOfWork } from '#app/db/work.server.ts'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import { type AuditData, namedChanges } from '#app/access/difference.ts'
import type { ClaimInput, ClaimView } from '#app/features/claims/rules.ts'
import { listAllClaims, lockClaim, recordClaim } from '#app/features/claims/store.server.ts'
import type { StateRuleInput } from '#app/features/compliance/input.ts'
import {
  findStateRule,
  lockStateRule,
  recordStateRule,
} from '#app/features/compliance/store/state-rules.server.ts'
import { type AffectedOrder, listAffected } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { Proposal } from './input.ts'
import { differencesOf, type FieldChange } from './rules.ts'
import { recordReview } from './store.server.ts'

export type RulesContext = { ctx: AppContext; actor: string; timeZone: string }

/** The orders that a change touches, as one text: a form carries it, so that a longer list is seen before it counts. */
export function affectedKey(orders: readonly AffectedOrder[]): string {
  return orders.map(({ orderId, to }) => `${orderId} ${to}`).join(' ')
}

/** The complete row after a change. The plain limit of magazines is the lower of the two kinds. */
export function proposedRow(
  row: Pick<StateRuleInput, 'state' | 'name'>,
  proposal: Proposal,
  asOf: string,
): StateRuleInput {
  const { magazineLimitHandgun: handgun, magazineLimitLongGun: longGun } = proposal
  const limits = [handgun, longGun].filter((each) => each !== null)
  const magazineLimit = limits.length ? Math.min(...limits) : null
  return { ...proposal, state: row.state, name: row.name, asOf, magazineLimit }
}

type RowDecision = {
  proposal: Proposal
  /** The version that was seen; without one, as from the command line, nothing is compared. */
  seen?: number
  affected?: string
  evidence: string
  /** The day that the row counts as checked on; today where none is given. With one, a row may be confirmed unchanged. */
  asOf?: string
}

/**
 * Writes a changed row with its reviewer and evidence. Who is affected is computed again under the row's lock: a list that
 * differs from the one that was shown refuses the change. Open orders of the state are judged again after the commit.
 */
export function changeRow(
  { ctx, actor, timeZone }: RulesContext,
  state: string,
  { proposal, seen, affected, evidence, asOf: checkedOn }: RowDecision,
): Promise<
  Recorded<
    | { ok: true; version: number; isChanged: boolean }
    | Refusal<'changed' | 'affected_changed' | 'nothing_to_do' | 'no_such_state'>
  >
> {
  const act = { verb: 'rule', subject: state, data: {} as AuditData }
  return actAs(ctx, actor, act, async (work) => {
    const before = await lockRow(work, state)
    if (!before) return refuse('no_such_state')
    if (seen !== undefined && before.version !== seen) return refuse('changed')
    const changes = differencesOf(before, proposal)
    if (changes.length === 0 && checkedOn === undefined) return refuse('nothing_to_do')
    const asOf = checkedOn ?? formatIsoDay(work.now, timeZone)
    const rule = proposedRow(before, proposal, asOf)
    if (affected !== undefined) {
      const now = await listAffected(work.tx, { ...before, ...rule }, work.now)
      if (affectedKey(now) !== affected) return refuse('affected_changed')
    }
    const { version, isChanged } = await recordStateRule(work, rule)
    await recordReview(work, {
      rule: `state ${state}`,
      version,
      reviewer: actor,
      asOf,
      evidence,
      changes: linesOf(changes),
    })
    act.data.version = version
    Object.assign(act.data, namedChanges(changes))
    return { ok: true as const, version, isChanged }
  })
}

export async function claimRevision(db: UnitOfWork['tx'], key: string): Promise<string> {
  return revisionOf((await listAllClaims(db)).filter((row) => row.key === key))
}

export const revisionOf = (periods: readonly ClaimView[]) => fingerprint(JSON.stringify(periods))

export function changeClaim(
  { ctx, actor, timeZone }: RulesContext,
  claim: Omit<ClaimInput, 'reviewedOn'> & { reviewedOn?: string },
  { evidence, seen }: { evidence: string; seen?: string },
): Promise<Recorded<{ ok: true } | Refusal<'changed'>>> {
  const { key, figure, effectiveFrom } = claim
  const act = {
    verb: 'claim',
    subject: key,
    data: { figure, from: effectiveFrom ?? '' } as Record<string, string>,
  }
  return actAs(ctx, actor, act, async (work) => {
    // Claims have no row to lock before they exist: one writer per claim at a time.
    await lockClaim(work, key)
    if (seen !== undefined && (await claimRevision(work.tx, key)) !== seen) return refuse('changed')
    const before = (await listAllClaims(work.tx)).find(
      (row) => row.key === key && row.effectiveFrom === effectiveFrom,
    )
    const asOf = claim.reviewedOn ?? formatIsoDay(work.now, timeZone)
    await recordClaim(work.tx, { ...claim, reviewedOn: asOf })
    const was = before ? `${before.figure}: ${before.text}` : ''
    const is = `${figure}: ${claim.text}`
    if (was !== is) act.data.change = `${was} → ${is}`.slice(0, 400)
    const changes = was === is ? '' : `${was} → ${is}`
    await recordReview(work, {
      rule: `claim ${key}`,
      version: null,
      reviewer: actor,
      asOf,
      evidence,
      changes,
    })
    return { ok: true as const }
  })
}

export function linesOf(changes: readonly FieldChange[]): string {
  return changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('\n')
}

async function lockRow(work: UnitOfWork, state: string) {
  await lockStateRule(work, state)
  return findStateRule(work.tx, state)
}
