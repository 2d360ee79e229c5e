import {
  concluded,
  type Finding,
  isStaleRule,
  localRulesAt,
  type Reason,
  refOf,
  type StateRule,
  type Verdict,
} from '../rules.ts'
import { stateName } from './states.ts'
import { isUnverified } from './unverified.ts'

export const magazineFits = ['handgun', 'long_gun', 'both'] as const

export type Magazine = { capacity: number; fits: (typeof magazineFits)[number] }

export type Shipment = {
  shipState: string
  shipZip?: string | null
  buyerState?: string | null
  buyerZip?: string | null
}

/**
 * May this magazine be sent there? More rounds than a limit in force are refused, whatever the age of the rule. A limit
 * that is in court or not in force yet is reviewed by staff, and refused where the state's default is to block. So is
 * reviewed what a state sells to holders of its permit only (CT and MA, by common practice of shippers), what a place
 * restricts, and what has no rule, one that nobody is sure of, or one that was checked too long ago. A magazine that fits both kinds of firearm is held
 * to the lower of the two limits.
 */
export function judgeMagazine(
  magazine: Magazine,
  { shipState, shipZip, buyerState, buyerZip }: Shipment,
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const home = buyerState && buyerState !== shipState ? buyerState : null
  return concluded([
    ...examine('delivery', magazine, shipState, shipZip ?? null, rules, now),
    ...(home ? examine('buyer', magazine, home, buyerZip ?? null, rules, now) : []),
  ])
}

export function magazineLimit(
  fits: Magazine['fits'],
  {
    magazineLimitHandgun,
    magazineLimitLongGun,
  }: Pick<StateRule, 'magazineLimitHandgun' | 'magazineLimitLongGun'>,
): number | null {
  if (fits === 'handgun') return magazineLimitHandgun
  if (fits === 'long_gun') return magazineLimitLongGun
  const limits = [magazineLimitHandgun, magazineLimitLongGun].filter((limit) => limit !== null)
  return limits.length ? Math.min(...limits) : null
}

function examine(
  role: Reason['role'],
  magazine: Magazine,
  state: string,
  zip: string | null,
  rules: readonly StateRule[],
  now: Date,
): Finding[] {
  const rule = rules.find((other) => other.state === state)
  const about = { role, state, stateName: rule?.name ?? stateName(state), rule: 'magazine' as const }
  if (!rule)
    return [{ reason: { ...about, status: 'unknown', asOf: now.toISOString().slice(0, 10), note: '' } }]
  const cites = refOf({ ...rule, id: state })
  const known = { ...about, cites, asOf: rule.asOf, note: rule.note }
  return [
    { cites, ...ofState(known, magazine, rule, now) },
    ...localRulesAt(rule, zip).map((local): Finding => {
      const here = { ...about, place: local.place, cites: refOf(local), asOf: local.asOf, note: local.note }
      return { cites: refOf(local), ...ofPlace(here, magazine, local, now) }
    }),
  ]
}

type About = Omit<Reason, 'status'>

function ofState(about: About, { capacity, fits }: Magazine, rule: StateRule, now: Date): Finding {
  const limit = magazineLimit(fits, rule)
  if (limit !== null && capacity > limit) {
    if (rule.magazineStatus === 'in_force')
      return { refuses: true, reason: { ...about, limit, status: 'over_limit' } }
    return {
      refuses: rule.suggestedDefault === 'block',
      reason: { ...about, limit, status: 'unsettled' },
    }
  }
  if (isStaleRule(rule, now)) return { reason: { ...about, status: 'stale' } }
  if (rule.flags.includes('magazine_needs_buyer_permit'))
    return { reason: { ...about, status: 'needs_permit', document: rule.permitDocument } }
  return isUnverified(rule, 'magazine') ? { reason: { ...about, status: 'unverified' } } : {}
}

function ofPlace(
  about: About,
  { capacity }: Magazine,
  local: StateRule['local'][number],
  now: Date,
): Finding {
  const { magazineLimit: limit, magazines: status } = local
  if (limit !== null && capacity > limit)
    return { refuses: true, reason: { ...about, limit, status: 'over_limit' } }
  if (status === 'prohibited') return { refuses: true, reason: { ...about, status } }
  if (status === 'restricted') return { reason: { ...about, status } }
  const says = limit !== null || status !== null
  return says && isStaleRule(local, now) ? { reason: { ...about, status: 'stale' } } : {}
}
