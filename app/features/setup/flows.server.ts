import { actAs } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import { type FactsChanged, recordFacts } from '#app/facts/facts.server.ts'
import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import {
  confirmExemption,
  enterRate,
  lockRatesSince,
  type NewRate,
  setShippingPrice,
} from '#app/features/delivery/store.server.ts'
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
): Promise<{ ok: true } | FactsChanged> {
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

export function skipStep({ ctx, actor }: SetupContext, step: SetupStep): Promise<{ ok: true }> {
  return actAs(ctx, actor, { verb: 'setup-skip', subject: step, data: {} }, async (work) => {
    await noteStep(work, step, { state: 'skipped', by: actor })
    return { ok: true as const }
  })
}

export function confirmStep({ ctx, actor }: SetupContext, step: SetupStep): Promise<{ ok: true }> {
  return actAs(ctx, actor, { verb: 'setup-confirm', subject: step, data: {} }, async (work) => {
    await noteStep(work, step, { state: 'done', by: actor })
    return { ok: true as const }
  })
}

type RatesChanged = { ok: false; since: { state: string; county: string | null; rateMillionths: number }[] }

/** Enters a rate of sales tax. Refused when another one was entered after the one with the id `seen`. */
export function saveTaxRate(
  { ctx, actor, timeZone }: SetupContext,
  rate: NewRate,
  seen: number,
): Promise<{ ok: true } | RatesChanged> {
  const subject = rate.county ? `${rate.state} ${rate.county}` : rate.state
  const data = { rateMillionths: rate.rateMillionths, from: rate.effectiveFrom, source: rate.source }
  return actAs(ctx, actor, { verb: 'tax-rate', subject, data }, async (work) => {
    const since = await lockRatesSince(work, seen)
    if (since.length > 0) return { ok: false as const, since }
    await enterRate(work, rate, formatIsoDay(work.now, timeZone))
    await noteStep(work, 'tax', { state: 'done', by: actor })
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

export type TypedPrice = { code: string; cents: number; seen: number }

/**
 * Sets the prices of shipping that were changed, all or none, and says that all are right. Refused where somebody else changed
 * one of them since.
 */
export function saveShippingPrices({ ctx, actor }: SetupContext, changed: readonly TypedPrice[]) {
  const data = Object.fromEntries(changed.map(({ code, cents }) => [code, cents]))
  return actAs(ctx, actor, { verb: 'shipping', subject: 'prices', data }, async (work) => {
    for (const { code, cents, seen } of changed) {
      const set = await setShippingPrice(work, code, cents, { by: actor, seen })
      if (!set.ok) return { ...set, code }
    }
    await noteStep(work, 'shipping', { state: 'done', by: actor })
    return { ok: true as const }
  })
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
