const dealerAnswers = ['pending', 'requested', 'accepted', 'declined', 'expired', 'refused'] as const

export type DealerAnswer = {
  /**
   * `pending`: staff check the dealer before we write. `refused`: staff found no such dealer. `requested`: we wrote to
   * them. `expired`: they never answered.
   */
  is: (typeof dealerAnswers)[number]
  /** Staff confirmed that the address is the dealer's; otherwise only the buyer says so. */
  isConfirmed: boolean
  /** The time of the answer, as an ISO instant. */
  at: string
  /** The dealer's transfer fee in US cents; `null` until they accept. */
  feeCents: number | null
  /** The dealer's hours, in their words. Empty until they accept. */
  hours: string
}

export function hasDealerAgreed(answer: DealerAnswer | null): boolean {
  return answer?.is === 'accepted' && answer.isConfirmed
}
