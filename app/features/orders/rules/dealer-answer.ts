const dealerAnswers = ['pending', 'asked', 'accepted', 'declined', 'expired', 'refused'] as const

/** What the chosen dealer says to receiving the firearm of an order, as its buyer is shown it. */
export type DealerAnswer = {
  /**
   * `pending`: staff look the dealer up before we write. `refused`: they found none. `asked`: we wrote to them. `expired`: they
   * never answered.
   */
  is: (typeof dealerAnswers)[number]
  /** Staff vouch for the address that was asked; otherwise only the buyer says that it is the dealer's. */
  isConfirmed: boolean
  /** When that was, as an ISO instant. */
  at: string
  /** What the dealer charges the buyer for the transfer, in US cents; `null` until they accept. */
  feeCents: number | null
  /** When the dealer is there, in their words. Empty until they accept. */
  hours: string
}

/** Has a dealer agreed of whom we know that it is the dealer? Only then can an order rely on it. */
export function hasDealerAgreed(answer: DealerAnswer | null): boolean {
  return answer?.is === 'accepted' && answer.isConfirmed
}
