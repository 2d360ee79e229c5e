import {
  judge,
  judgeGoods,
  judgeMagazine,
  type Reason,
  type StateRule,
  strictest,
  type Verdict,
} from '#app/features/compliance/rules.ts'
import type { orderLines, orderReviews, orders } from './tables.ts'

export const reviewDecisions = ['approved', 'declined', 'document_requested'] as const

/** `waiting`: staff decide. `document`: the buyer sends something first. `refused`: by the rules, which no approval changes. */
export type ReviewState = 'clear' | 'waiting' | 'document' | 'refused' | 'declined'

export type Decided = Pick<typeof orderReviews.$inferSelect, 'decision' | 'reasons'>

/** Identifies a reason together with the version of the row it comes from: with another version it is another reason. */
export function reasonKey({ role, state, place, rule, status, cites }: Reason): string {
  return [role, state, place ?? '-', rule, status, cites ? `${cites.id} ${cites.version}` : '-'].join(' ')
}

/** An approval covers the reasons it was given for and no other: a rule that changes afterwards opens the review again. */
export function reviewStateOf(verdict: Verdict | null, latest: Decided | undefined): ReviewState {
  if (latest?.decision === 'declined') return 'declined'
  if (verdict?.outcome === 'refused') return 'refused'
  const reasons = verdict?.outcome === 'review' ? verdict.reasons.map(reasonKey) : []
  if (latest?.decision === 'document_requested') return 'document'
  if (reasons.length === 0) return 'clear'
  return latest && reasons.every((reason) => latest.reasons.includes(reason)) ? 'clear' : 'waiting'
}

type JudgedLine = Pick<
  typeof orderLines.$inferSelect,
  'position' | 'title' | 'itemClass' | 'magazine' | 'flags'
>

/** Where buyer, dealer and delivery are. Null where an order does not need it, or where nobody knows it. */
export type Parties = Pick<
  typeof orders.$inferSelect,
  'buyerState' | 'buyerZip' | 'dealerState' | 'dealerZip' | 'shipState' | 'shipZip'
>

export function judgeOrder(
  lines: readonly JudgedLine[],
  parties: Parties,
  rules: readonly StateRule[],
  now: Date,
): Verdict {
  const { buyerState, buyerZip, dealerState, dealerZip, shipState, shipZip } = parties
  const shipment = shipState && { shipState, shipZip, buyerState, buyerZip }
  const classes = [...new Set(lines.map(({ itemClass }) => itemClass))].filter((each) => each !== null)
  return strictest([
    ...classes.map((itemClass) =>
      judge({ itemClass, buyerState: buyerState ?? '', dealerState, buyerZip, dealerZip }, rules, now),
    ),
    ...lines.flatMap(({ title: name, magazine, flags }) => [
      ...(shipment && magazine ? [judgeMagazine(magazine, shipment, rules, now)] : []),
      ...(shipment && flags ? [judgeGoods({ name, ...flags }, shipment, rules, now)] : []),
    ]),
  ])
}

/** With a parcel only by what its delivery page has sent. */
export function lineVerdict(
  line: JudgedLine,
  order: Parties & { quotedAt: Date | null },
  hasParcel: boolean,
  rules: readonly StateRule[],
  now: Date,
): Verdict | undefined {
  if (hasParcel && !order.quotedAt) return undefined
  if (line.itemClass !== null && !order.buyerState) return undefined
  const verdict = judgeOrder([line], order, rules, now)
  return verdict.outcome === 'allowed' ? undefined : verdict
}

export type DealerAnswer = {
  /** `expired`: no answer came. */
  is: 'requested' | 'accepted' | 'declined' | 'expired'
  isConfirmed: boolean
  at: string
  feeCents: number | null
  hours: string
}

export function hasDealerAgreed(answer: DealerAnswer | null): boolean {
  return answer?.is === 'accepted' && answer.isConfirmed
}

export const documentKinds = ['photo_id', 'residence', 'trust', 'permit', 'other'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentKindWords: Record<DocumentKind, string> = {
  photo_id: 'Government photo ID',
  residence: 'Proof of residence',
  trust: 'Trust or company documents',
  permit: 'State permit or license',
  other: 'Other document',
}
