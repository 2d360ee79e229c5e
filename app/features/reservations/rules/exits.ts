import type { Ending } from '#app/features/orders/rules.ts'
import { refuse } from '#app/kit/refusal.ts'

export const exits = [
  'declined',
  'law_changed',
  'cannot_build',
  'dealer_lost',
  'disapproved',
  'withdrawn',
  'changed_mind',
  'unpaid',
] as const
export type Exit = (typeof exits)[number]

/**
 * What follows from an exit: how the reservation ends, and its row in the refund policy (`policies/data/refunds.ts`), word for
 * word. `all`: everything that was paid goes back. `agreed`: what was agreed with the buyer in writing goes back of the
 * deposit; a balance that was paid goes back whole.
 */
export const exitRows: Record<Exit, { ending: Ending; money: 'all' | 'agreed'; policyRow: string }> = {
  declined: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'Our review of your order ends with a no',
  },
  law_changed: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'A law changes and we may no longer transfer it to you',
  },
  cannot_build: { ending: 'canceled', money: 'all', policyRow: 'We cannot build the unit' },
  dealer_lost: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'Your dealer refuses or loses the license, and no other one suits you',
  },
  disapproved: {
    ending: 'disapproved',
    money: 'all',
    policyRow: 'Your transfer is disapproved and cannot be corrected',
  },
  withdrawn: { ending: 'withdrawn', money: 'agreed', policyRow: 'You change your mind' },
  changed_mind: { ending: 'canceled', money: 'agreed', policyRow: 'You change your mind' },
  unpaid: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'You do not pay the balance, and we cancel the reservation',
  },
}

export function exitRefund(
  exit: Exit,
  { leftCents, agreedCents }: { leftCents: number; agreedCents: number | undefined },
) {
  if (exitRows[exit].money === 'all') return { ok: true as const, refundCents: leftCents }
  if (agreedCents === undefined) return refuse('amount_missing')
  if (agreedCents < 0 || agreedCents > leftCents) return refuse('too_much')
  return { ok: true as const, refundCents: agreedCents }
}
