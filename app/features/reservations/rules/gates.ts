import { type Stage, stages } from '#app/features/orders/rules.ts'
import { isBack, isNfaClass } from '#app/features/orders/stages.ts'
import type { ReviewState } from '#app/features/orders/review.ts'

export const gateNames = ['review', 'agreement', 'balance', 'dealer_accepted', 'dealer_papers'] as const
/** What can hold a reservation back. The order of forms is the path's matter, not a gate. */
export type GateName = (typeof gateNames)[number]

export type GateFacts = {
  itemClass: string | null
  review: ReviewState
  isAgreed: boolean
  /** The balance is paid, waived, or nothing is left to pay. */
  isBalanceMet: boolean
  /** A dealer whom staff confirmed said that they receive it. */
  isDealerAccepted: boolean
  /** The dealer's license and, for NFA items, their special tax are on file and valid on the day of the move. */
  areDealerPapersValid: boolean
}

export type Gate = { name: GateName; isOpen: boolean }

/**
 * From which stage on each gate is checked. It is checked again at every later move, except for the dealer's papers: they have
 * to be valid on the days that the form is filed and the firearm is shipped (27 CFR 478.94, 479.88), and are looked at then.
 */
const applies: Record<GateName, (itemClass: string | null, to: Stage) => boolean> = {
  review: (_, to) => isAtOrAfter(to, 'agreed'),
  agreement: (_, to) => isAtOrAfter(to, 'agreed'),
  balance: (_, to) => isAtOrAfter(to, 'balance_paid'),
  dealer_accepted: (_, to) => isAtOrAfter(to, 'form3_filed'),
  dealer_papers: (itemClass, to) => to === 'shipped' || (to === 'form3_filed' && isNfaClass(itemClass)),
}

/** The gates of a move to this stage. A move back has none: it undoes what a form's return undid. */
export function gatesFor(from: Stage, to: Stage, facts: GateFacts): Gate[] {
  if (isBack(from, to)) return []
  return gateNames
    .filter((name) => applies[name](facts.itemClass, to))
    .map((name) => ({ name, isOpen: isOpen[name](facts) }))
}

export function heldBy(gates: readonly Gate[]): GateName[] {
  return gates.filter((gate) => !gate.isOpen).map(({ name }) => name)
}

const isOpen: Record<GateName, (facts: GateFacts) => boolean> = {
  review: ({ review }) => review === 'clear',
  agreement: ({ isAgreed }) => isAgreed,
  balance: ({ isBalanceMet }) => isBalanceMet,
  dealer_accepted: ({ isDealerAccepted }) => isDealerAccepted,
  dealer_papers: ({ areDealerPapersValid }) => areDealerPapersValid,
}

export function mayHaveHappened(onDay: string, { today, previous }: { today: string; previous: string }) {
  if (onDay > today) return { ok: false as const, why: 'day_to_come' as const }
  if (onDay < previous) return { ok: false as const, why: 'day_too_early' as const }
  return { ok: true as const }
}

function isAtOrAfter(stage: Stage, first: Stage): boolean {
  return stages.indexOf(stage) >= stages.indexOf(first)
}
