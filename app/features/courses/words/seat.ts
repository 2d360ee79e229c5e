import { formatCents } from '#app/kit/money.ts'
import type { ChangeRefusal } from '../store/changes.server.ts'
import { formatClassTime } from './deposit.ts'

/** The texts of the pages on which a student manages a booked seat. */
export const seatPageWords = {
  title: 'Your seat',
  move: 'Choose Another Date',
  moveTitle: 'Another date',
  moveLead: 'You can move your seat once, within the same course. Your deposit moves with it.',
  moveButton: 'Move to Selected Date',
  noDates: 'No other date of this course has an open seat right now.',
  giveUp: 'Cancel My Seat',
  giveUpTitle: 'Cancel your seat?',
  giveUpText:
    'The refund deadline has passed, so you forfeit the deposit. Your seat goes to the next person on the waitlist. This cannot be undone.',
  keep: 'Keep my seat',
  back: 'Back to your seat',
  order: 'Order and receipt',
  movedTitle: 'We moved this class',
  movedText:
    'Keep your seat on the new date, choose another one, or get your deposit back until the class begins.',
  keepMoved: 'Keep My Seat',
} as const

/** The button that cancels with a refund. */
export function cancelWords(depositCents: number): string {
  return `Cancel and Refund ${formatCents(depositCents)}`
}

/** What canceling now means for the deposit. */
export function cancelRuleWords(refundUntil: Date, now: Date, zone: string): string {
  return now < refundUntil
    ? `Cancel before ${formatClassTime(refundUntil, zone)} for a full refund of the deposit. After that it is forfeited.`
    : `The deposit was refundable until ${formatClassTime(refundUntil, zone)}. If you cancel now or don’t show up, you forfeit it.`
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

/** Why a seat is no longer booked. */
export const seatOverWords = {
  given_up: {
    title: 'You canceled this seat',
    text: 'The refund deadline had passed, so the deposit is forfeited.',
  },
  returned: {
    title: 'This seat was canceled and refunded',
    text: 'The deposit is refunded to the card you paid with. Your order page shows the status.',
  },
  class_canceled: {
    title: 'This class was canceled',
    text: 'We’re sorry. Your deposit is refunded in full; there is nothing you need to do.',
  },
} as const

/** Why a booking was not changed. */
export const changeRefusalWords: Record<ChangeRefusal, string> = {
  not_paid: 'This seat is no longer yours, so nothing was changed.',
  refund_under_way: 'Your deposit is already being refunded.',
  line_unreadable: 'We have to look at this seat ourselves. Write to us at /contact with your order code.',
  seat_given_up: 'This seat was already canceled.',
  session_canceled: 'This class was canceled. Your deposit is refunded automatically.',
  moved_before: 'This seat was already moved once. Write to us if you can’t make it.',
  list_closed: 'The roster has gone to the instructor, so the seat can no longer be moved.',
  class_begun: 'The class has started.',
  nothing_to_answer: 'There is nothing to answer any more.',
  still_refundable: 'The deposit is still refundable. Cancel with a refund instead.',
  other_course: 'Choose another date of the same course.',
  try_again: 'The open seats just changed. Please try again.',
  session_not_found: 'This date is no longer available. Choose another one.',
  session_full: 'This class is full. Choose another date.',
  session_all_held: 'All remaining seats on this date are on hold. Choose another date.',
  session_closed: 'Registration for this date has closed. Choose another date.',
}
