import type { ItemClass } from '#app/features/compliance/rules.ts'
import { type DealerFile, isDealerReady } from '#app/features/dealers/rules/dealer-file.ts'
import { hasDealerAgreed, type ReviewState } from '#app/features/orders/review.ts'
import { type BalanceState, isBalanceMet } from './balance.ts'
import type { GateFacts } from './gates.ts'

type GateRecord = {
  line: { itemClass: ItemClass | null; unitCents: number; quantity: number; refundedCents: number }
  review: ReviewState
  terms: { priceCents: number; acceptedAt: Date | null } | undefined
  balance: { state: BalanceState; priceCents: number } | undefined
  dealerAnswer: Parameters<typeof hasDealerAgreed>[0]
  dealerFile: DealerFile | null | undefined
  /** The day of the move, `2026-11-20`. */
  onDay: string
}

/** What the gates of a firearm depend on: the one reading of its records, for the move itself and for whoever shows it. */
export function gateFactsOf({
  line,
  review,
  terms,
  balance,
  dealerAnswer,
  dealerFile,
  onDay,
}: GateRecord): GateFacts {
  return {
    itemClass: line.itemClass,
    review,
    isAgreed: terms !== undefined && terms.acceptedAt !== null,
    isBalanceMet: isBalanceMet(
      terms && { priceCents: terms.priceCents, depositCents: depositLeft(line) },
      balance,
    ),
    isDealerAccepted: hasDealerAgreed(dealerAnswer),
    areDealerPapersValid: isDealerReady(dealerFile ?? undefined, line.itemClass, onDay).ok,
  }
}

/** What of the deposit of a line is credited to its price, in cents: what of it was not refunded. */
export function depositLeft({
  unitCents,
  quantity,
  refundedCents,
}: Pick<GateRecord['line'], 'unitCents' | 'quantity' | 'refundedCents'>): number {
  return unitCents * quantity - refundedCents
}
