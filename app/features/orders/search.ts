import type { Ending, OrderState, Stage } from './rules.ts'
import type { SellableKind } from './goods.ts'

export const dealerStates = ['none', 'chosen', 'requested', 'accepted', 'declined'] as const
export type DealerState = (typeof dealerStates)[number]

/** Each field has the values of which one must hold; a field without values narrows nothing. */
export type OrderFilter = {
  /** The stage of one of its firearms. `review`: the state rules want a person to decide, and nobody has approved. */
  stage?: readonly (Stage | Ending | 'review')[] | undefined
  buyerState?: readonly string[] | undefined
  state?: readonly OrderState[] | undefined
  kind?: readonly SellableKind[] | undefined
  dealer?: readonly DealerState[] | undefined
  isToShip?: boolean | undefined
  /** From the first instant, up to but not including the last. */
  placed?: { from?: Date | undefined; until?: Date | undefined } | undefined
  words?: string | undefined
}

type SearchTerms = {
  words: readonly string[]
  /** Numbers of units: `№ 7`, `#7`, `no. 7`, or a number of up to three digits. */
  numbers: readonly number[]
  /** Everything as one code, where it can be one: `7KQ2-M94T-3B` is `7kq2m94t3b`. */
  code: string | undefined
}

/** Further terms cost and hardly narrow. */
const maxTerms = 6
const minCodeLength = 6

/** Cuts what somebody typed. A phone number may be written in any way, with or without the country's 1. */
export function searchTerms(typed: string): SearchTerms {
  const lower = typed.toLowerCase().replace(/^\W*order\W+(?=[a-z0-9-]{6,}\s*$)/, '')
  const parts = lower
    .replaceAll(/№|#|\bno\.?(?=\s*\d)/g, ' ')
    .replaceAll(/\+?[\d(][\d\s().-]{5,}\d/g, phoneDigits)
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? part : part.split(/[^\p{L}\p{N}]+/u)))
    .filter((part) => part !== '' && part !== '@')
    .slice(0, maxTerms)
  const isNumber = (part: string) => /^\d{1,3}$/.test(part)
  const joined = lower.replaceAll(/[\s-]/g, '')
  return {
    words: parts.filter((part) => !isNumber(part)),
    numbers: parts.filter(isNumber).map(Number),
    code: new RegExp(`^[a-z0-9]{${minCodeLength},}$`).test(joined) ? joined : undefined,
  }
}

function phoneDigits(written: string): string {
  const digits = written.replaceAll(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
