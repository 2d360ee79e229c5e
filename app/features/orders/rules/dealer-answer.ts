export const dealerAnswers = ['asked', 'accepted', 'declined', 'expired'] as const

/** What the chosen dealer says to receiving the firearm of an order, as its buyer is shown it. */
export type DealerAnswer = {
  /** `asked`: we wrote to them. `expired`: they never answered. */
  is: (typeof dealerAnswers)[number]
  /** When that was, as an ISO instant. */
  at: string
  /** What the dealer charges the buyer for the transfer, in US cents; `null` until they accept. */
  feeCents: number | null
  /** When the dealer is there, in their words. Empty until they accept. */
  hours: string
}
