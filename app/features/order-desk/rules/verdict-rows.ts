import type { StatusKind } from '#app/features/console/components/shape.tsx'
import type { Reason, Verdict } from '#app/features/compliance/rules.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { verdictSentences } from '#app/features/compliance/words.ts'
import type { ReviewState } from '#app/features/orders/review.ts'

export type VerdictRow = { key: string; kind: StatusKind; words: string; detail: string }

type Places = {
  buyerState: string | null
  dealerState: string | null
  shipState: string | null
  needsDealer: boolean
}

/** What a person has to do first, then each place that was judged, and what was requested of the buyer. */
export function verdictRows(
  verdict: Verdict,
  review: ReviewState,
  places: Places,
  requested: readonly VerdictRow[],
): VerdictRow[] {
  return [
    summary(verdict, review),
    ...placeRows(verdict, 'buyer', places.buyerState, 'Buyer’s state'),
    ...(places.dealerState === null && places.needsDealer
      ? [
          {
            key: 'no dealer',
            kind: 'todo' as const,
            words: 'Dealer’s state: no dealer is chosen yet',
            detail: 'It is judged when one is.',
          },
        ]
      : placeRows(verdict, 'dealer', places.dealerState, 'Dealer’s state')),
    ...placeRows(verdict, 'delivery', places.shipState, 'Delivery'),
    ...(review === 'document' ? requested : []),
  ]
}

const summaries: Record<ReviewState, { kind: StatusKind; words: string }> = {
  clear: { kind: 'done', words: 'It may move on.' },
  waiting: { kind: 'review', words: 'A person decides before it moves on.' },
  document: { kind: 'wait', words: 'It waits for a document of the buyer.' },
  refused: { kind: 'no', words: 'The state rules refuse it.' },
  declined: { kind: 'void', words: 'It was declined.' },
}

function summary({ outcome }: Verdict, review: ReviewState): VerdictRow {
  const words =
    review === 'clear' && outcome !== 'allowed'
      ? 'A person approved it.'
      : review === 'clear'
        ? 'The state rules allow it.'
        : summaries[review].words
  return { key: 'summary', kind: summaries[review].kind, words, detail: '' }
}

function placeRows(verdict: Verdict, role: Reason['role'], state: string | null, name: string): VerdictRow[] {
  if (state === null) return []
  const reasons = verdict.reasons.filter((reason) => reason.role === role)
  if (reasons.length === 0)
    return verdict.outcome === 'refused'
      ? []
      : [{ key: role, kind: 'done', words: `${name}, ${stateName(state)}: nothing against it`, detail: '' }]
  const kind = verdict.outcome === 'refused' ? 'no' : 'review'
  return reasons.map((reason, at) => ({
    key: `${role} ${at}`,
    kind,
    words: `${name}, ${[reason.place, reason.stateName].filter(Boolean).join(', ')}`,
    detail: verdictSentences({ ...verdict, reasons: [reason] })[0] ?? '',
  }))
}
