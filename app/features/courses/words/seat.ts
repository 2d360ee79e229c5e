import { formatCents } from '#app/kit/money.ts'
import type { ChangeRefusal } from '../store/changes.server.ts'
import { formatClassTime } from './deposit.ts'

/** The words of the page by which a student looks after a booked seat. */
export const seatPageWords = {
  title: 'Your seat',
  move: 'Choose Another Date',
  moveTitle: 'Another date',
  moveLead:
    'A seat can be moved once, within the same course. The deposit you paid moves with it, and no money changes hands.',
  moveButton: 'Move to Selected Date',
  noDates: 'No other date of this course has a free seat at the moment.',
  giveUp: 'Give the Seat Up',
  giveUpTitle: 'Give the seat up?',
  giveUpText:
    'The time for refunds is over, so the deposit is forfeited. The seat goes to somebody who waits for one. This cannot be undone.',
  keep: 'Keep my seat',
  back: 'Back to your seat',
  order: 'Order and receipt',
} as const

/** The button that takes the deposit back. */
export function cancelWords(depositCents: number): string {
  return `Cancel and Get ${formatCents(depositCents)} Back`
}

/** What canceling now would mean, as one sentence. */
export function cancelRuleWords(refundUntil: Date, now: Date, zone: string): string {
  return now < refundUntil
    ? `Cancel before ${formatClassTime(refundUntil, zone)} and the deposit goes back whole. After that it is forfeited.`
    : `The deposit could be taken back until ${formatClassTime(refundUntil, zone)}. That time is over: who does not come, or gives the seat up now, forfeits it.`
}

/** Until when the seat can be moved, or why it cannot. */
export function moveRuleWords(
  verdict: { ok: true } | { ok: false; why: ChangeRefusal },
  cutOffAt: Date,
  zone: string,
): string {
  return verdict.ok
    ? `You can move to another date once, until ${formatClassTime(cutOffAt, zone)}.`
    : changeRefusalWords[verdict.why]
}

/** How a seat stands that is no more to come to. */
export const seatOverWords = {
  given_up: {
    title: 'You gave this seat up',
    text: 'The time for refunds was over, so the deposit is forfeited.',
  },
  returned: {
    title: 'This seat was given back',
    text: 'The deposit goes back to the card it came from; the order page shows how far it is.',
  },
  class_canceled: {
    title: 'This class was called off',
    text: 'We are sorry. Your deposit goes back in full, without you doing anything.',
  },
} as const

/** Why a booking was not changed. */
export const changeRefusalWords: Record<ChangeRefusal, string> = {
  not_paid: 'This seat is not yours any more, so nothing was changed.',
  refund_under_way: 'The deposit of this seat is on its way back to you.',
  seat_given_up: 'This seat was given up before.',
  session_canceled: 'This class was called off. Your deposit goes back without you doing anything.',
  moved_before: 'This seat was moved before. It can be moved once; write to us if you cannot come.',
  list_closed: 'The list of students is with the instructor, so the seat cannot be moved any more.',
  class_begun: 'The class has begun.',
  still_refundable: 'The deposit can still be taken back: cancel with the refund instead.',
  other_course: 'Choose another date of the same course.',
  try_again: 'The seats changed just now. Try once more.',
  session_not_found: 'This date is gone. Choose another one.',
  session_full: 'This class is full. Choose another date.',
  session_all_held: 'Every seat left on this date is being held. Choose another date.',
  session_closed: 'Registration for this date has closed. Choose another date.',
}
