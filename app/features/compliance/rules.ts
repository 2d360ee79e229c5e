import { day } from '#app/kit/clock.ts'
import { stateName } from './rules/states.ts'
import type { localRules, purchaseAges, stateRules } from './tables.ts'

export const itemClasses = ['rifle', 'sbr', 'sbs', 'handgun', 'suppressor', 'aow', 'receiver'] as const
/** 18 U.S.C. 921(a), 26 U.S.C. 5845(a). A braced pistol is a handgun, `aow` any other weapon; a `receiver` is sold without barrel and stock. */
export type ItemClass = (typeof itemClasses)[number]

export const statuses = ['allowed', 'restricted', 'prohibited'] as const
type Status = (typeof statuses)[number]

/** What the shop does where a state restricts without prohibiting: `block` means that ordinary buyers cannot be served. */
export const suggestedDefaults = ['allow', 'manual_review', 'block'] as const

export const confidences = ['high', 'medium', 'low'] as const

export type RuleRef = {
  /** `CA` for a state's row, `denver-co` for a local one. */
  id: string
  version: number
  asOf: string
  sources: readonly string[]
  /** The statute, as people cite it: `18 U.S.C. 922(b)(3)`. */
  law?: string | null
}

/** A class without a status was not looked up there: it is reviewed. The note is the operator's own and never shown to visitors. */
export type StateRule = Omit<typeof stateRules.$inferSelect, 'magazineLimit'> & {
  local: readonly LocalRule[]
}

/** A place within a state that has rules of its own. What it does not regulate is `null`: there the state's rule applies. */
export type LocalRule = Omit<typeof localRules.$inferSelect, 'state'>

/** A row as somebody decides it: its version is counted where it is written. */
export type StateRuleInput = Omit<typeof stateRules.$inferSelect, 'version'>
export type LocalRuleInput = Omit<typeof localRules.$inferSelect, 'version'>
export type PurchaseAgeInput = Omit<typeof purchaseAges.$inferSelect, 'version'>

export type Reason = {
  role: 'buyer' | 'dealer' | 'delivery'
  state: string
  stateName: string
  place?: string
  rule: ItemClass | 'magazine' | 'goods'
  goods?: string
  status:
    | 'restricted'
    | 'prohibited'
    | 'stale'
    | 'unknown'
    | 'unverified'
    | 'place_unknown'
    | 'over_limit'
    | 'unsettled'
    | 'needs_permit'
    | 'other_state'
    | 'barred'
    | 'accessory_covered'
    | 'accessory_unclear'
  document?: string | null
  /** The buyer's state by name, where the dealer's being another one is what speaks against it. */
  home?: string
  /** Rounds, where a limit on magazines is what speaks against it. */
  limit?: number
  /** Which row in which version says so. Missing on what was stored before rows had versions. */
  cites?: RuleRef
  /** Date of the last check; for an unknown rule, the date on which none was found. */
  asOf: string
  note: string
}

/** A refusal lists only what refuses; a review everything to be looked at. `rules`: every row relied on; missing from before rows had versions. */
export type Verdict = {
  outcome: 'allowed' | 'review' | 'refused'
  reasons: Reason[]
  rules?: RuleRef[]
}

/** A rule that nobody has looked at for longer than this is not relied upon. */
const staleAfterDays = 90

/** Rules of places within a state go by ZIP code: where a state has such places and no ZIP code is known, the sale is reviewed. */
type Sale = {
  itemClass: ItemClass
  buyerState: string
  dealerState: string | null
  buyerZip?: string | null
  dealerZip?: string | null
}

/** The strictest of both states and of places within them wins. Without a rule that is certain and recent, a person decides. */
export function judge(sale: Sale, rules: readonly StateRule[], now: Date): Verdict {
  const { itemClass, buyerState, dealerState, buyerZip = null, dealerZip = null } = sale
  const says: Says = {
    ofState(about, rule, zip) {
      const isBlocked = rule.suggestedDefault === 'block'
      const own = found(about, rule[itemClass] ?? 'unknown', isBlocked, isStaleRule(rule, now))
      const isUnsure = !own.reason && isUnverified(rule, itemClass)
      return [
        isUnsure ? { reason: { ...about, status: 'unverified' } } : own,
        ...(rule.flags.includes('buyer_permit_needed')
          ? [{ reason: { ...about, status: 'needs_permit' as const, document: rule.permitDocument } }]
          : []),
        ...(zip ? [] : unknownPlaces(about, rule)),
      ]
    },
    ofPlace: (about, local) => found(about, local.firearms, false, isStaleRule(local, now)),
  }
  const examined = (role: Reason['role'], state: string, zip: string | null) =>
    examine({ role, rule: itemClass, state, zip }, rules, now, says)
  return concluded([
    ...residencyFinding(sale),
    ...examined('buyer', buyerState, buyerZip),
    ...(dealerState ? examined('dealer', dealerState, dealerZip) : []),
  ])
}

export function strictest(verdicts: readonly Verdict[]): Verdict {
  const outcome =
    (['refused', 'review'] as const).find((each) => verdicts.some((verdict) => verdict.outcome === each)) ??
    'allowed'
  const rules = cited(verdicts.flatMap((verdict) => verdict.rules ?? []))
  const asStrict = verdicts.filter((verdict) => verdict.outcome === outcome)
  return { outcome, reasons: asStrict.flatMap(({ reasons }) => reasons), rules }
}

export type Finding = { cites?: RuleRef; reason?: Reason; refuses?: boolean }

export function concluded(findings: readonly Finding[]): Verdict {
  const rules = cited(findings.flatMap(({ cites }) => cites ?? []))
  const speaking = findings.filter(({ reason }) => reason !== undefined)
  const refusing = speaking.filter(({ refuses }) => refuses)
  const decisive = refusing.length ? refusing : speaking
  const outcome = refusing.length ? 'refused' : speaking.length ? 'review' : 'allowed'
  return { outcome, reasons: decisive.flatMap(({ reason }) => reason ?? []), rules }
}

function refOf({ id, version, asOf, sources, law }: RuleRef): RuleRef {
  return { id, version, asOf, sources, ...(law && { law }) }
}

function localRulesAt({ local }: Pick<StateRule, 'local'>, zip: string | null): readonly LocalRule[] {
  return zip ? local.filter(({ zips }) => zips.some((start) => zip.startsWith(start))) : []
}

/** The first calendar day (UTC) on which a rule is too old to rely on. */
export function staleOn({ asOf }: Pick<StateRule, 'asOf'>): string {
  return isoDay(Date.parse(asOf) + (staleAfterDays + 1) * day)
}

/** A rule that was last checked before this calendar day (UTC) is stale before `moment`. */
export function lastCheckBefore(moment: Date): string {
  return isoDay(moment.getTime() - staleAfterDays * day - 1)
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export function isStaleRule(rule: Pick<StateRule, 'asOf'>, now: Date): boolean {
  return isoDay(now.getTime()) >= staleOn(rule)
}

type About = Omit<Reason, 'status'>

function aboutOf(role: Reason['role'], rule: Reason['rule'], state: string, asOf: string): About {
  return { role, rule, state, stateName: stateName(state), asOf, note: '' }
}

/** What the rules of a state and of a place within it say of a thing. */
type Says = {
  ofState: (about: About, rule: StateRule, zip: string | null) => Finding[]
  ofPlace: (about: About, local: LocalRule) => Finding
}

function examine(
  { zip, ...where }: Pick<Reason, 'role' | 'rule' | 'state'> & { zip: string | null },
  rules: readonly StateRule[],
  now: Date,
  { ofState, ofPlace }: Says,
): Finding[] {
  const { state } = where
  const rule = rules.find((other) => other.state === state)
  const about = { ...where, stateName: rule?.name ?? stateName(state) }
  if (!rule) return [{ reason: { ...about, status: 'unknown', asOf: isoDay(now.getTime()), note: '' } }]
  const by = (cites: RuleRef, { asOf, note }: StateRule | LocalRule) => ({ ...about, cites, asOf, note })
  const cites = refOf({ ...rule, id: state })
  return [
    ...ofState(by(cites, rule), rule, zip).map((finding) => ({ cites, ...finding })),
    ...localRulesAt(rule, zip).map((local) => {
      const here = { ...by(refOf(local), local), place: local.place }
      return { cites: refOf(local), ...ofPlace(here, local) }
    }),
  ]
}

function unknownPlaces(about: About, { local }: StateRule): Finding[] {
  const limiting = local.filter(({ firearms }) => firearms && firearms !== 'allowed')
  const [first] = limiting
  if (!first) return []
  const place = limiting.map((each) => each.place).join(', ')
  const reason = { ...about, place, cites: refOf(first), asOf: first.asOf, note: first.note }
  return [{ cites: refOf(first), reason: { ...reason, status: 'place_unknown' } }]
}

function found(
  about: About,
  status: Status | 'unknown' | null,
  isBlocked: boolean,
  isStale: boolean,
): Finding {
  if (status === 'prohibited') return { refuses: true, reason: { ...about, status } }
  if (status === 'unknown') return { reason: { ...about, status } }
  if (status === 'restricted') return { refuses: isBlocked, reason: { ...about, status } }
  return status && isStale ? { reason: { ...about, status: 'stale' } } : {}
}

function cited(refs: readonly RuleRef[]): RuleRef[] {
  return [...new Map(refs.map((ref) => [`${ref.id} ${ref.version}`, ref])).values()]
}

const unverifiedFlags: Record<string, readonly ItemClass[] | 'all'> = {
  verify_before_launch: 'all',
  ballot_result_unverified: 'all',
  verify_sbs: ['sbs'],
  verify_state_registration: ['sbr', 'sbs', 'suppressor', 'aow'],
}

/** Where the operator noted a low confidence, or that the row has to be verified. */
function isUnverified(
  { confidence, sbsConfidence, flags }: Pick<StateRule, 'confidence' | 'sbsConfidence' | 'flags'>,
  about: ItemClass | 'magazine',
): boolean {
  if ((about === 'sbs' ? sbsConfidence : confidence) === 'low') return true
  return flags.some((flag) => {
    const classes = unverifiedFlags[flag] ?? []
    return classes === 'all' || (about !== 'magazine' && classes.includes(about))
  })
}

/** Sold in person across states, where both allow it (18 U.S.C. 922(b)(3)(A)). A bare receiver is neither rifle nor shotgun (27 CFR 478.99(a)). */
const acrossStates: readonly ItemClass[] = ['rifle', 'sbr', 'sbs']

export const residencyRule: RuleRef = {
  id: 'federal-residency',
  version: 1,
  asOf: '2026-11-20',
  sources: ['https://www.ecfr.gov/current/title-27/section-478.99'],
  law: '18 U.S.C. 922(b)(3), 27 CFR 478.99',
}

export function staysInState(itemClass: ItemClass): boolean {
  return !acrossStates.includes(itemClass)
}

function residencyFinding({ itemClass, buyerState, dealerState }: Sale): Finding[] {
  if (!dealerState || !staysInState(itemClass)) return []
  if (dealerState === buyerState) return [{ cites: residencyRule }]
  const reason: Reason = {
    ...aboutOf('dealer', itemClass, dealerState, residencyRule.asOf),
    home: stateName(buyerState),
    status: 'other_state',
    cites: residencyRule,
  }
  return [{ cites: residencyRule, refuses: true, reason }]
}

export const ab1263Marks = ['covered', 'not_covered', 'unclear'] as const
/** Whether a product is a firearm accessory in the sense of California's AB 1263, or nobody has found out. */
export type Ab1263Mark = (typeof ab1263Marks)[number]

export type Goods = { name: string; statesBarred: readonly string[]; caAb1263: Ab1263Mark }

const accessoryFlag = 'accessory_id_check_ab1263'

const accessoryLaw = 'California AB 1263'

/** A barred state refuses its residents, too. AB 1263 wants a notice, proof of identity and a signature, which we do not offer yet. */
export function judgeGoods(
  { name, statesBarred, caAb1263 }: Goods,
  { shipState, buyerState }: Shipment,
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const today = isoDay(now.getTime())
  const about = (role: Reason['role'], state: string) => ({
    ...aboutOf(role, 'goods', state, today),
    goods: name,
  })
  const barred: Finding[] = [
    ...(statesBarred.includes(shipState) ? [about('delivery', shipState)] : []),
    ...(buyerState && buyerState !== shipState && statesBarred.includes(buyerState)
      ? [about('buyer', buyerState)]
      : []),
  ].map((reason) => ({ refuses: true, reason: { ...reason, status: 'barred' } }))
  const row = rules.find(({ state }) => state === shipState)
  if (!row?.flags.includes(accessoryFlag)) return concluded(barred)
  const cites: RuleRef = refOf({ ...row, id: shipState, law: accessoryLaw })
  const reason = { ...about('delivery', shipState), cites, asOf: row.asOf }
  const findings: Record<Ab1263Mark, Finding> = {
    covered: { cites, refuses: true, reason: { ...reason, status: 'accessory_covered' } },
    unclear: { cites, reason: { ...reason, status: 'accessory_unclear' } },
    not_covered: { cites },
  }
  return concluded([...barred, findings[caAb1263]])
}

export const ageClasses = [...itemClasses, 'goods', 'training'] as const
export type AgeClass = (typeof ageClasses)[number]

export const everywhere = 'US'

/** From which age something may be bought: everywhere (`US`), or in one state. */
export type AgeRule = Omit<typeof purchaseAges.$inferSelect, 'note' | 'sources'>

/** Asked for where no row says anything: the highest age that any rule of the trade knows. */
export const ageWithoutRule = 21

/** The higher of the rule for everywhere and the state's own (Florida: 21 for any firearm, s. 790.065(13)); without a state, the highest anywhere. */
export function minimumAge(ageClass: AgeClass, state: string | null, rules: readonly AgeRule[]): number {
  const holding = rules.filter(
    (rule) => rule.ageClass === ageClass && (!state || rule.state === everywhere || rule.state === state),
  )
  return holding.length ? Math.max(...holding.map(({ years }) => years)) : ageWithoutRule
}

/** The age that one attestation has to speak of for everything in an order: the highest. Nothing in it, no age. */
export function minimumAgeOf(classes: readonly AgeClass[], state: string | null, rules: readonly AgeRule[]) {
  return classes.length
    ? Math.max(...classes.map((ageClass) => minimumAge(ageClass, state, rules)))
    : undefined
}

export function ageClassOf(itemClass: ItemClass | null, kind: string): AgeClass {
  return itemClass ?? (kind === 'course_seat' ? 'training' : 'goods')
}

export const magazineFits = ['handgun', 'long_gun', 'both'] as const

export type Magazine = { capacity: number; fits: (typeof magazineFits)[number] }

export type Shipment = {
  shipState: string
  shipZip?: string | null
  buyerState?: string | null
  buyerZip?: string | null
}

/** A limit in force refuses, whatever its age; in court or not yet, review. Permits (CT, MA) too, by common practice of shippers. */
export function judgeMagazine(
  magazine: Magazine,
  { shipState, shipZip = null, buyerState, buyerZip = null }: Shipment,
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const says: Says = {
    ofState: (about, rule) => [ofState(about, magazine, rule, now)],
    ofPlace: (about, local) => ofPlace(about, magazine, local, now),
  }
  const examined = (role: Reason['role'], state: string, zip: string | null) =>
    examine({ role, rule: 'magazine', state, zip }, rules, now, says)
  const home = buyerState && buyerState !== shipState ? buyerState : null
  return concluded([
    ...examined('delivery', shipState, shipZip),
    ...(home ? examined('buyer', home, buyerZip) : []),
  ])
}

function ofState(about: About, { capacity, fits }: Magazine, rule: StateRule, now: Date): Finding {
  const { magazineLimitHandgun: handgun, magazineLimitLongGun: longGun } = rule
  const limits = { handgun: [handgun], long_gun: [longGun], both: [handgun, longGun] }[fits].filter(
    (each) => each !== null,
  )
  const limit = limits.length > 0 ? Math.min(...limits) : null
  if (limit !== null && capacity > limit) {
    if (rule.magazineStatus === 'in_force')
      return { refuses: true, reason: { ...about, limit, status: 'over_limit' } }
    return { refuses: rule.suggestedDefault === 'block', reason: { ...about, limit, status: 'unsettled' } }
  }
  if (isStaleRule(rule, now)) return { reason: { ...about, status: 'stale' } }
  if (rule.flags.includes('magazine_needs_buyer_permit'))
    return { reason: { ...about, status: 'needs_permit', document: rule.permitDocument } }
  return isUnverified(rule, 'magazine') ? { reason: { ...about, status: 'unverified' } } : {}
}

function ofPlace(about: About, { capacity }: Magazine, local: LocalRule, now: Date): Finding {
  const { magazineLimit: limit, magazines } = local
  if (limit !== null && capacity > limit)
    return { refuses: true, reason: { ...about, limit, status: 'over_limit' } }
  return found(about, magazines ?? (limit === null ? null : 'allowed'), false, isStaleRule(local, now))
}
