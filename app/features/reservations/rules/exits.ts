import type { Ending } from '#app/features/orders/rules.ts'
import { refuse } from '#app/kit/refusal.ts'

export const exits = [
  'changed_mind',
  'unpaid',
  'withdrawn',
  'disapproved',
  'dealer_lost',
  'cannot_build',
  'law_changed',
  'declined',
] as const
export type Exit = (typeof exits)[number]

/**
 * What follows from an exit: how the reservation ends, its row in the refund policy (`content/refunds.md`), word for word, and what
 * staff choose and the buyer reads. `all`: everything that was paid goes back. `agreed`: what was agreed with the buyer in writing
 * goes back of the deposit; a balance that was paid goes back whole.
 */
export const exitRows: Record<
  Exit,
  { ending: Ending; money: 'all' | 'agreed'; policyRow: string; choice: string; title: string; text: string }
> = {
  changed_mind: {
    ending: 'canceled',
    money: 'agreed',
    policyRow: 'You change your mind',
    choice: 'Buyer changed their mind: the deposit as agreed',
    title: 'Your reservation is canceled',
    text: 'As you asked, the reservation is canceled.',
  },
  unpaid: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'You do not pay the balance, and we cancel the reservation',
    choice: 'Balance unpaid past its days: everything back',
    title: 'Your reservation was released',
    text: 'The balance was not paid in time, so your reservation has ended. You owe nothing.',
  },
  withdrawn: {
    ending: 'withdrawn',
    money: 'agreed',
    policyRow: 'You change your mind',
    choice: 'Form withdrawn at the buyer’s wish: the deposit as agreed',
    title: 'Your transfer is withdrawn',
    text: 'As you asked, the transfer is withdrawn.',
  },
  disapproved: {
    ending: 'disapproved',
    money: 'all',
    policyRow: 'Your transfer is disapproved and cannot be corrected',
    choice: 'Transfer disapproved for good: everything back',
    title: 'Your transfer was disapproved',
    text: 'The transfer was disapproved and cannot be corrected.',
  },
  dealer_lost: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'Your dealer refuses or loses the license, and no other one suits you',
    choice: 'Dealer lost and no other one suits: everything back',
    title: 'Your reservation ends',
    text: 'Your dealer can’t receive it, and no other dealer suited you.',
  },
  cannot_build: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'We cannot build the unit',
    choice: 'We can’t build it: everything back',
    title: 'We can’t build it',
    text: 'We are sorry: we cannot build your firearm.',
  },
  law_changed: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'A law changes and we may no longer transfer it to you',
    choice: 'The law changed: everything back',
    title: 'A law changed, and your reservation ends',
    text: 'A law changed, and we may no longer transfer it to you.',
  },
  declined: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'Our review of your order ends with a no',
    choice: 'Our review ends with a no: everything back',
    title: 'We can’t go ahead with your order',
    text: 'We reviewed your order and may not transfer it to you.',
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
