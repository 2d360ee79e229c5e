import { allowed, refuse } from '#app/kit/refusal.ts'

/** What a decision's answer depends on. Days are of the shop's zone. */
export type DecisionFacts = {
  decision: 'approved' | 'declined'
  revision: number
  validUntil: string | null
  acceptedAt: Date | null
  turnedDownAt: Date | null
}

export type BuildState =
  | 'waiting'
  | 'declined'
  | 'offered'
  | 'expired'
  | 'accepted'
  | 'turned_down'
  | 'reserved'

/** The state of a submitted build. A slot that is taken is an order by now, whatever was decided before. */
export function buildStateOf(
  decision: DecisionFacts | undefined,
  isTaken: boolean,
  today: string,
): BuildState {
  if (isTaken) return 'reserved'
  if (!decision) return 'waiting'
  if (decision.decision === 'declined') return 'declined'
  if (decision.turnedDownAt) return 'turned_down'
  if (isOver(decision, today)) return 'expired'
  return decision.acceptedAt ? 'accepted' : 'offered'
}

/** May its sender accept what they saw, or turn it down? A yes may be repeated. */
export function mayAnswer(decision: DecisionFacts | undefined, seen: number, today: string) {
  if (!decision || decision.decision === 'declined') return refuse('not_offered')
  if (decision.revision !== seen) return refuse('terms_changed')
  if (decision.turnedDownAt) return refuse('turned_down')
  return isOver(decision, today) ? refuse('expired') : allowed
}

function isOver({ validUntil }: DecisionFacts, today: string): boolean {
  return validUntil !== null && validUntil < today
}

/** The private page on which a sender reads and accepts the price of their build. The secret is in the query, never logged. */
export function agreementPath(submissionId: string, token: string): string {
  return `/build/submitted/${submissionId}/agreement?key=${encodeURIComponent(token)}`
}

/**
 * The price of a submitted build in cents, as it was saved: without the trust pack that `totalCents` contains, which is a
 * line of its own and paid with the deposit.
 */
export function buildCentsOf(
  { totalCents }: { totalCents: number },
  saved: { price: { totalCents: number } } | undefined,
): number {
  return saved?.price.totalCents ?? totalCents
}

/** What the proof of work of a slot's hold is bound to, beside the key of its form. */
export const slotProof = 'build-slot'
