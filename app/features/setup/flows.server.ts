import { actAs, type Recorded } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { type FactsChanged, recordFacts } from '#app/facts/facts.server.ts'
import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { confirmExemption } from '#app/features/delivery/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { FactStep, SetupStep } from './rules.ts'
import { noteStep } from './store.server.ts'
import { findReadings, fingerprintOf } from './store/readings.server.ts'

export type SetupContext = { ctx: AppContext; actor: string; timeZone: string }

/**
 * Writes the facts of one step, and the statements that pages cite from them (`support.email` and others), so that both say
 * the same. Refused when somebody else wrote facts since `seen`.
 */
export function saveFacts(
  { ctx, actor, timeZone }: SetupContext,
  step: FactStep,
  change: Partial<ShopFacts>,
  seen: number,
): Promise<Recorded<{ ok: true } | FactsChanged>> {
  const act = { verb: 'shop-facts', subject: step, data: {} as Record<string, string> }
  return actAs(ctx, actor, act, async (work) => {
    const recorded = await recordFacts(work, change, { by: actor, seen, timeZone })
    if (!recorded.ok) return recorded
    for (const name of Object.keys(change) as (keyof ShopFacts)[])
      if (recorded.before[name] !== recorded.after[name])
        act.data[name] = `${String(recorded.before[name])} → ${String(recorded.after[name])}`
    const reviewedOn = formatIsoDay(work.now, recorded.after.timeZone)
    for (const { key, figure, text } of statementsOf(recorded.after, step))
      await recordClaim(work.tx, {
        key,
        figure,
        text,
        reviewedOn,
        source: 'The shop’s own statement.',
        effectiveFrom: null,
        effectiveTo: null,
        period: '',
      })
    await noteStep(work, step, { state: 'done', by: actor })
    return { ok: true as const }
  })
}

function statementsOf(facts: ShopFacts, step: FactStep): { key: string; figure: string; text: string }[] {
  const line = postalLine(facts)
  const postal = { key: 'support.postal', figure: line, text: line }
  if (step === 'licensee') return [postal]
  if (step === 'hours')
    return [
      {
        key: 'support.hours',
        figure: facts.hours,
        text: `${facts.hours}. Replies within 24 hours on business days.`,
      },
    ]
  return [
    postal,
    { key: 'support.email', figure: facts.email, text: `Write to ${facts.email}.` },
    ...(facts.phone ? [{ key: 'support.phone', figure: facts.phone, text: `Call ${facts.phone}.` }] : []),
  ]
}

/** Leaves a step for later, or notes that it is as it should be. */
export function markStep(
  { ctx, actor }: SetupContext,
  step: SetupStep,
  mark: 'skip' | 'confirm',
): Promise<Recorded<{ ok: true }>> {
  return actAs(ctx, actor, { verb: `setup-${mark}`, subject: step }, async (work) => {
    await noteStep(work, step, { state: mark === 'skip' ? 'skipped' : 'done', by: actor })
    return { ok: true as const }
  })
}

/** Says whether an exemption, such as a sales tax holiday, was enacted: only then it counts. */
export function ruleOnExemption(
  { ctx, actor, timeZone }: SetupContext,
  which: Parameters<typeof confirmExemption>[1],
  isConfirmed: boolean,
) {
  const subject = `${which.state} ${which.taxClass}`
  const data = { from: which.effectiveFrom, ruling: isConfirmed ? 'confirm' : 'withdraw' }
  return actAs(ctx, actor, { verb: 'tax-exemption', subject, data }, (work) =>
    confirmExemption(work, which, isConfirmed, formatIsoDay(work.now, timeZone)),
  )
}

/**
 * Notes that a person read the rules and texts in these versions. Refused where they are not what the page listed. The audit log
 * says which were new to the shop.
 */
export async function confirmReadings({ ctx, actor }: SetupContext, seen: string) {
  const { readings } = await findReadings(ctx.db)
  if (fingerprintOf(readings) !== seen) return refuse('changed')
  const versions = Object.fromEntries(readings.map(({ key, version }) => [key, version]))
  const data = {
    read: readings.filter(({ isRead }) => !isRead).map(({ key, version }) => `${key}: ${version}`),
  }
  return actAs(ctx, actor, { verb: 'setup-texts', subject: 'texts', data }, async (work) => {
    await noteStep(work, 'texts', { state: 'done', by: actor, versions })
    return { ok: true as const }
  })
}
