import type { Reason, Verdict } from '#app/features/compliance/rules.ts'

export const reviewDecisions = ['approved', 'declined', 'document_requested'] as const
type ReviewDecision = (typeof reviewDecisions)[number]

/**
 * Where the review of an order is. `clear`: nothing holds it. `waiting`: staff have to decide. `document`: the buyer has to send
 * something first. `refused`: the rules prohibit it, which no approval changes. `declined`: staff ended it.
 */
export type ReviewState = 'clear' | 'waiting' | 'document' | 'refused' | 'declined'

export type Decided = {
  decision: ReviewDecision
  /** The reasons that were decided about, as `reasonKey` writes them. */
  reasons: readonly string[]
}

/** Identifies a reason together with the version of the row it comes from: with another version it is another reason. */
export function reasonKey({ role, state, place, rule, status, cites }: Reason): string {
  return [role, state, place ?? '-', rule, status, cites ? `${cites.id} ${cites.version}` : '-'].join(' ')
}

/**
 * Where the review of an order is, by the verdict of now and the latest decision. An approval covers the reasons it was given
 * for and no other: a rule that changes afterwards opens the review again.
 */
export function reviewStateOf(verdict: Verdict | null, latest: Decided | undefined): ReviewState {
  if (latest?.decision === 'declined') return 'declined'
  if (verdict?.outcome === 'refused') return 'refused'
  const reasons = verdict?.outcome === 'review' ? verdict.reasons.map(reasonKey) : []
  if (latest?.decision === 'document_requested') return 'document'
  if (reasons.length === 0) return 'clear'
  return latest && reasons.every((reason) => latest.reasons.includes(reason)) ? 'clear' : 'waiting'
}
