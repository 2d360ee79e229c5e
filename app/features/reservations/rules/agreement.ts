/** Who an NFA item is transferred to on Form 4: the buyer, or a trust or company of theirs. */
export const transferees = ['individual', 'trust'] as const
export type Transferee = (typeof transferees)[number]

/** The version of the agreement's terms (`words/agreement.ts`) that buyers accept now. A change of the text is a new version. */
export const agreementVersion = '2026-11'

export type Terms = { variant: string; includes: string; priceCents: number }

/** Does what a buyer saw differ from the terms as they are? Each sending has a time of its own. */
export function isSameSending(sentAt: Date, seen: string): boolean {
  return sentAt.toISOString() === seen
}
