import { day } from '#app/kit/clock.ts'
import { stateName } from './rules/states.ts'

export { isState, stateName, states } from './rules/states.ts'

export const itemClasses = ['sbr', 'sbs', 'suppressor'] as const
/** What an item is in law, as the state rules tell items apart. */
export type ItemClass = (typeof itemClasses)[number]

export const statuses = ['allowed', 'restricted', 'prohibited'] as const
/** How a state treats one class of items. */
type Status = (typeof statuses)[number]

export const suggestedDefaults = ['allow', 'manual_review', 'block'] as const
/** What the shop does where a state restricts without prohibiting: `block` means that ordinary buyers cannot be served. */
type SuggestedDefault = (typeof suggestedDefaults)[number]

/** A rule as a verdict cites it: which row in which version was relied on, when it was last checked, and what was read. */
export type RuleRef = {
  /** `CA` for a state's row, `denver-co` for a local one. */
  id: string
  /** Counts up with each change of the row. */
  version: number
  /** The calendar date of the last check, `2026-11-20`. */
  asOf: string
  /** Addresses of what was read. */
  sources: readonly string[]
}

/** What a verdict needs to know of one state. The note is the operator's own and is never shown to visitors. */
export type StateRule = Record<ItemClass, Status> & {
  /** Two-letter postal code. */
  state: string
  name: string
  suggestedDefault: SuggestedDefault
  note: string
  /** The calendar date of the last check, `2026-11-20`. */
  asOf: string
  version: number
  sources: readonly string[]
  /** Rounds; empty where no limit is known. */
  magazineLimitHandgun: number | null
  magazineLimitLongGun: number | null
  magazineStatus: string
  /** Short marks of the operator; `magazine_needs_buyer_permit` is one that verdicts know. */
  flags: readonly string[]
  /** Stricter rules of places within the state. */
  local: readonly LocalRule[]
}

/** A place within a state that has rules of its own. What it says nothing about is `null`: there the state's rule stands. */
export type LocalRule = RuleRef & {
  /** What the place is called: `Denver`. */
  place: string
  /** Beginnings of the ZIP codes that count as the place: `802`, `11004`. */
  zips: readonly string[]
  firearms: Status | null
  magazines: Status | null
  /** Rounds, whatever the magazine fits. */
  magazineLimit: number | null
  note: string
}

/** Why a verdict is not a plain yes: whose state says so, about what, and when that was last checked. */
export type Reason = {
  /** The buyer's state, the dealer's, or the one that a parcel goes to. */
  role: 'buyer' | 'dealer' | 'delivery'
  state: string
  stateName: string
  /** The place within the state whose own rule this is. */
  place?: string
  rule: ItemClass | 'magazine'
  status: 'restricted' | 'prohibited' | 'stale' | 'unknown' | 'over_limit' | 'unsettled' | 'needs_permit'
  /** Rounds, where a limit on magazines is what speaks against it. */
  limit?: number
  /** Which row in which version says so. Missing on what was stored before rows had versions. */
  cites?: RuleRef
  /** Date of the last check; for an unknown rule, the date on which none was found. */
  asOf: string
  note: string
}

/**
 * The state rules' answer. A refusal lists only what refuses; a review lists everything that has to be looked at.
 * `rules` is every row that was relied on, also for a plain yes; it is missing on what was stored before rows had versions.
 */
export type Verdict = {
  outcome: 'allowed' | 'review' | 'refused'
  reasons: Reason[]
  rules?: RuleRef[]
}

/** A rule that nobody has looked at for longer than this is not relied upon. */
const staleAfterDays = 90

/** Who buys, through whom, and where that is. ZIP codes are asked for the rules of places; without them the state's own stand. */
export type Sale = {
  itemClass: ItemClass
  buyerState: string
  dealerState: string | null
  buyerZip?: string | null
  dealerZip?: string | null
}

/**
 * May an item of this class go to this buyer through this dealer? The strictest of the buyer's and the dealer's state
 * wins, and of places within them. Prohibited is refused, restricted is reviewed (refused where the state's default is to
 * block), and so is whatever has no rule or one that was checked too long ago.
 */
export function judge(sale: Sale, rules: readonly StateRule[], now: Date): Verdict {
  const { itemClass, buyerState, dealerState, buyerZip, dealerZip } = sale
  return concluded([
    ...examine('buyer', itemClass, { state: buyerState, zip: buyerZip ?? null }, rules, now),
    ...(dealerState
      ? examine('dealer', itemClass, { state: dealerState, zip: dealerZip ?? null }, rules, now)
      : []),
  ])
}

/** The strictest of several verdicts, with the reasons of all that are as strict and every row that was relied on. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  const outcome = (['refused', 'review', 'allowed'] as const).find((each) =>
    verdicts.some((verdict) => verdict.outcome === each),
  )
  const rules = cited(verdicts.flatMap((verdict) => verdict.rules ?? []))
  if (!outcome || outcome === 'allowed') return { outcome: 'allowed', reasons: [], rules }
  const asStrict = verdicts.filter((verdict) => verdict.outcome === outcome)
  return { outcome, reasons: asStrict.flatMap(({ reasons }) => reasons), rules }
}

/** What was found in one row: nothing against it, or a reason that refuses or has to be looked at. */
export type Finding = { cites?: RuleRef; reason?: Reason; refuses?: boolean }

/** The verdict that findings add up to. */
export function concluded(findings: readonly Finding[]): Verdict {
  const rules = cited(findings.flatMap(({ cites }) => cites ?? []))
  const speaking = findings.filter(({ reason }) => reason !== undefined)
  const refusing = speaking.filter(({ refuses }) => refuses)
  const decisive = refusing.length ? refusing : speaking
  const outcome = refusing.length ? 'refused' : speaking.length ? 'review' : 'allowed'
  return { outcome, reasons: decisive.flatMap(({ reason }) => reason ?? []), rules }
}

/** What is kept of a row that is cited. */
export function refOf({ id, version, asOf, sources }: RuleRef): RuleRef {
  return { id, version, asOf, sources }
}

/** The rules of places that a ZIP code lies in. */
export function localRulesAt({ local }: Pick<StateRule, 'local'>, zip: string | null): readonly LocalRule[] {
  return zip ? local.filter(({ zips }) => zips.some((start) => zip.startsWith(start))) : []
}

/** Was a rule checked too long ago to rely on? */
export function isStaleRule(rule: Pick<StateRule, 'asOf'>, now: Date): boolean {
  return (now.getTime() - Date.parse(rule.asOf)) / day >= staleAfterDays + 1
}

function examine(
  role: Reason['role'],
  itemClass: ItemClass,
  { state, zip }: { state: string; zip: string | null },
  rules: readonly StateRule[],
  now: Date,
): Finding[] {
  const rule = rules.find((other) => other.state === state)
  const about = { role, state, stateName: rule?.name ?? stateName(state), rule: itemClass }
  if (!rule)
    return [{ reason: { ...about, status: 'unknown', asOf: now.toISOString().slice(0, 10), note: '' } }]
  const cites = refOf({ ...rule, id: state })
  const known = { ...about, cites, asOf: rule.asOf, note: rule.note }
  return [
    { cites, ...found(known, rule[itemClass], rule.suggestedDefault === 'block', isStaleRule(rule, now)) },
    ...localRulesAt(rule, zip).map((local): Finding => {
      const here = { ...about, place: local.place, cites: refOf(local), asOf: local.asOf, note: local.note }
      return { cites: refOf(local), ...found(here, local.firearms, false, isStaleRule(local, now)) }
    }),
  ]
}

function found(
  about: Omit<Reason, 'status'>,
  status: Status | null,
  isBlocked: boolean,
  isStale: boolean,
): Finding {
  if (status === 'prohibited') return { refuses: true, reason: { ...about, status } }
  if (status === 'restricted') return { refuses: isBlocked, reason: { ...about, status } }
  return status && isStale ? { reason: { ...about, status: 'stale' } } : {}
}

function cited(refs: readonly RuleRef[]): RuleRef[] {
  return [...new Map(refs.map((ref) => [`${ref.id} ${ref.version}`, ref])).values()]
}
