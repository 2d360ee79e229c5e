import type { Exit } from '#app/features/reservations/rules/exits.ts'

/** Why a reservation ends, as staff choose it, with what happens to the money. */
export const exitWords: Record<Exit, string> = {
  changed_mind: 'Buyer changed their mind: the deposit as agreed',
  unpaid: 'Balance unpaid past its days: everything back',
  withdrawn: 'Form withdrawn at the buyer’s wish: the deposit as agreed',
  disapproved: 'Transfer disapproved for good: everything back',
  dealer_lost: 'Dealer lost and no other one suits: everything back',
  cannot_build: 'We can’t build it: everything back',
  law_changed: 'The law changed: everything back',
  declined: 'Our review ends with a no: everything back',
}
