import { formatCentsExact } from '#app/kit/money.ts'
import type { Exit } from '../rules/exits.ts'

export const approvedWords = {
  title: 'Your order passed our review',
  text: 'Our staff checked your order against the rules of the states it concerns and approved it. It moves on now.',
}

export const dealerWithdrewWords = {
  title: 'Your dealer can’t receive it',
  text: 'Your dealer withdrew, or may not receive your order any more. Nothing is lost: choose another dealer on your order page, and we’ll contact them.',
}

export const exitWords: Record<Exit, { title: string; text: string }> = {
  declined: {
    title: 'We can’t go ahead with your order',
    text: 'We reviewed your order and may not transfer it to you.',
  },
  law_changed: {
    title: 'A law changed, and your reservation ends',
    text: 'A law changed, and we may no longer transfer it to you.',
  },
  cannot_build: { title: 'We can’t build it', text: 'We are sorry: we cannot build your firearm.' },
  dealer_lost: {
    title: 'Your reservation ends',
    text: 'Your dealer can’t receive it, and no other dealer suited you.',
  },
  disapproved: {
    title: 'Your transfer was disapproved',
    text: 'The transfer was disapproved and cannot be corrected.',
  },
  withdrawn: { title: 'Your transfer is withdrawn', text: 'As you asked, the transfer is withdrawn.' },
  unpaid: {
    title: 'Your reservation was released',
    text: 'The balance was not paid in time, so your reservation has ended. You owe nothing.',
  },
  changed_mind: { title: 'Your reservation is canceled', text: 'As you asked, the reservation is canceled.' },
}

export const declinedMoneyWords =
  'Everything you paid goes back the way it was paid. We email you each refund.'

export function exitParagraphs({
  exit,
  note,
  refundCents,
}: {
  exit: Exit
  note: string
  refundCents: number
}) {
  const amount = refundCents > 0 ? formatCentsExact(refundCents) : ''
  return [exitWords[exit].text, note, exitMoneyWords(amount)]
}

/** What goes back when a reservation ends. `amount` is of the deposit; empty where nothing of it goes back. */
function exitMoneyWords(amount: string): string {
  return amount
    ? `${amount} of what you paid to reserve it goes back the way it was paid, and a balance you paid goes back in full. We email you each refund.`
    : 'As we agreed in writing, the deposit stays with us. A balance you paid goes back in full.'
}
