import { day } from '#app/kit/clock.ts'

export const itemClasses = ['sbr', 'sbs', 'suppressor'] as const
/** What an item is in law, as the state rules tell items apart. */
export type ItemClass = (typeof itemClasses)[number]

export const standings = ['allowed', 'restricted', 'prohibited'] as const
/** How a state treats one class of items. */
export type Standing = (typeof standings)[number]

export const suggestedDefaults = ['allow', 'manual_review', 'block'] as const
/** What the shop does where a state restricts without prohibiting: `block` means that ordinary buyers cannot be served. */
export type SuggestedDefault = (typeof suggestedDefaults)[number]

/** What a verdict needs to know of one state. The note is the operator's own and is never shown to visitors. */
export type StateRule = Record<ItemClass, Standing> & {
  /** Two-letter postal code. */
  state: string
  name: string
  suggestedDefault: SuggestedDefault
  note: string
  /** The calendar date of the last check, `2026-11-20`. */
  asOf: string
}

/** Why a verdict is not a plain yes: whose state says so, about what, and when that was last checked. */
export type Reason = {
  role: 'buyer' | 'dealer'
  state: string
  stateName: string
  rule: ItemClass
  standing: 'restricted' | 'prohibited' | 'stale' | 'unknown'
  /** Date of the last check; for an unknown rule, the date on which none was found. */
  asOf: string
  note: string
}

/** The state rules' answer. A refusal lists only what refuses; a review lists everything that has to be looked at. */
export type Verdict = { outcome: 'allowed' | 'review' | 'refused'; reasons: Reason[] }

/** A rule that nobody has looked at for longer than this is not relied upon. */
export const staleAfterDays = 90

/**
 * May an item of this class go to this buyer through this dealer? The strictest of the buyer's and the dealer's state
 * wins. Prohibited is refused, restricted is reviewed (refused where the state's default is to block), and so is
 * whatever has no rule or one that was checked too long ago.
 */
export function judge(
  sale: { itemClass: ItemClass; buyerState: string; dealerState: string | null },
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const { itemClass, buyerState, dealerState } = sale
  const findings = [
    examine('buyer', itemClass, buyerState, rules, now),
    dealerState ? examine('dealer', itemClass, dealerState, rules, now) : undefined,
  ].filter((finding) => finding !== undefined)
  const refusing = findings.filter((finding) => finding.refuses)
  if (refusing.length) return { outcome: 'refused', reasons: refusing.map((finding) => finding.reason) }
  return {
    outcome: findings.length ? 'review' : 'allowed',
    reasons: findings.map((finding) => finding.reason),
  }
}

/** Was a rule checked too long ago to rely on? */
export function isStaleRule(rule: Pick<StateRule, 'asOf'>, now: Date): boolean {
  return (now.getTime() - Date.parse(rule.asOf)) / day >= staleAfterDays + 1
}

/** What the shop serves: the 50 states and the District of Columbia, by name. Territories are not served. */
export const states: readonly { code: string; name: string }[] = [
  { code: 'AL', name: 'Alabama' },
  { code: 'AK', name: 'Alaska' },
  { code: 'AZ', name: 'Arizona' },
  { code: 'AR', name: 'Arkansas' },
  { code: 'CA', name: 'California' },
  { code: 'CO', name: 'Colorado' },
  { code: 'CT', name: 'Connecticut' },
  { code: 'DE', name: 'Delaware' },
  { code: 'DC', name: 'District of Columbia' },
  { code: 'FL', name: 'Florida' },
  { code: 'GA', name: 'Georgia' },
  { code: 'HI', name: 'Hawaii' },
  { code: 'ID', name: 'Idaho' },
  { code: 'IL', name: 'Illinois' },
  { code: 'IN', name: 'Indiana' },
  { code: 'IA', name: 'Iowa' },
  { code: 'KS', name: 'Kansas' },
  { code: 'KY', name: 'Kentucky' },
  { code: 'LA', name: 'Louisiana' },
  { code: 'ME', name: 'Maine' },
  { code: 'MD', name: 'Maryland' },
  { code: 'MA', name: 'Massachusetts' },
  { code: 'MI', name: 'Michigan' },
  { code: 'MN', name: 'Minnesota' },
  { code: 'MS', name: 'Mississippi' },
  { code: 'MO', name: 'Missouri' },
  { code: 'MT', name: 'Montana' },
  { code: 'NE', name: 'Nebraska' },
  { code: 'NV', name: 'Nevada' },
  { code: 'NH', name: 'New Hampshire' },
  { code: 'NJ', name: 'New Jersey' },
  { code: 'NM', name: 'New Mexico' },
  { code: 'NY', name: 'New York' },
  { code: 'NC', name: 'North Carolina' },
  { code: 'ND', name: 'North Dakota' },
  { code: 'OH', name: 'Ohio' },
  { code: 'OK', name: 'Oklahoma' },
  { code: 'OR', name: 'Oregon' },
  { code: 'PA', name: 'Pennsylvania' },
  { code: 'RI', name: 'Rhode Island' },
  { code: 'SC', name: 'South Carolina' },
  { code: 'SD', name: 'South Dakota' },
  { code: 'TN', name: 'Tennessee' },
  { code: 'TX', name: 'Texas' },
  { code: 'UT', name: 'Utah' },
  { code: 'VT', name: 'Vermont' },
  { code: 'VA', name: 'Virginia' },
  { code: 'WA', name: 'Washington' },
  { code: 'WV', name: 'West Virginia' },
  { code: 'WI', name: 'Wisconsin' },
  { code: 'WY', name: 'Wyoming' },
]

/** The name of a state as people write it; the code itself when it is none that we serve. */
export function stateName(code: string): string {
  return states.find((state) => state.code === code)?.name ?? code
}

/** Is this the code of a state that we serve? */
export function isState(code: string): boolean {
  return states.some((state) => state.code === code)
}

type Finding = { refuses: boolean; reason: Reason }

function examine(
  role: Reason['role'],
  itemClass: ItemClass,
  state: string,
  rules: readonly StateRule[],
  now: Date,
): Finding | undefined {
  const rule = rules.find((other) => other.state === state)
  const about = { role, state, stateName: rule?.name ?? stateName(state), rule: itemClass }
  if (!rule) return review({ ...about, standing: 'unknown', asOf: now.toISOString().slice(0, 10), note: '' })
  const known = { ...about, asOf: rule.asOf, note: rule.note }
  const standing = rule[itemClass]
  if (standing === 'prohibited') return { refuses: true, reason: { ...known, standing } }
  if (standing === 'restricted')
    return { refuses: rule.suggestedDefault === 'block', reason: { ...known, standing } }
  return isStaleRule(rule, now) ? review({ ...known, standing: 'stale' }) : undefined
}

const review = (reason: Reason): Finding => ({ refuses: false, reason })
