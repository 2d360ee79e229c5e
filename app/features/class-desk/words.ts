import type { RosterMark } from '#app/features/courses/rules/roster.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'
import type { DayMethod } from './rules.ts'

/** Each mark: its column, the button that sets it, and the one that takes it back. */
export const markWords: Record<RosterMark, { column: string; set: string; unset: string }> = {
  checkedIn: { column: 'In', set: 'Check in', unset: 'Undo check-in' },
  waiver: { column: 'Waiver', set: 'Waiver signed', unset: 'Undo waiver' },
  liveFire: { column: 'Live fire', set: 'Live fire seen', unset: 'Undo live fire' },
  noShow: { column: 'No-show', set: 'No-show', unset: 'Undo no-show' },
}

export const methodWords: Record<DayMethod, string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  check: 'Check',
}

/** Why a verb of the desk was refused. Reasons of the order path that staff cannot cause have the last words. */
const refusalTexts: Record<string, string> = {
  changed: 'Somebody changed this while you had it open. What they saved is shown beside what you typed.',
  course_not_found: 'This course is not taught any more. Choose another one.',
  place_not_found: 'This place is gone. Choose another one.',
  instructor_not_found: 'This instructor is gone. Choose another one.',
  session_not_found: 'This class is gone.',
  session_canceled: 'This class was canceled.',
  session_over: 'This class is over.',
  session_in_the_past: 'Choose a time that has not passed.',
  too_many_seats: 'A class has between 1 and 12 seats.',
  closes_too_late: 'The roster closes before the class begins.',
  seats_booked: 'More seats than that are booked or on hold. Seats never go below those.',
  no_such_moment: 'The clock skips this time on one of the days. Choose another time.',
  day_differs: 'That is not the day of this class.',
  slug_taken: 'Another course has this address.',
  deposit_too_low: 'The deposit is at least $1.',
  price_below_deposit: 'The price is at least the deposit.',
  price_in_the_past: 'A price begins today or later: what was charged stays as it was.',
  price_begun: 'This price holds already. Set another one from today on.',
  not_on_roster: 'This student has no seat in this class any more.',
  too_early: 'Students are checked in on the day, from twelve hours before the class.',
  class_not_begun: 'The class has not begun.',
  not_checked_in: 'Check the student in first.',
  no_waiver: 'The waiver comes before live fire.',
  checked_in: 'The student is checked in. Undo that first.',
  nothing_due: 'Nothing is due for this seat.',
  balance_paid: 'The balance is paid already.',
  balance_held: 'A payment of this balance is under way.',
  amount_differs: 'The amount is not what is due now. Look at the new amount and take that.',
  payment_under_way: 'A payment is under way for this. Look at its order.',
  stock_gone: 'The seat was gone when the money was recorded. The order refunds itself: look at it.',
  session_full: 'No seat is free. Add one, up to twelve, or use the waitlist.',
  session_all_held: 'The free seats are on hold: for buyers who are paying, or for the waitlist.',
  session_closed: 'The class is over.',
  try_again: 'Another person took the seat at this moment. Try again.',
}

/** Which field of its form a refusal is about. Others concern the form as a whole. */
const refusedFields: Record<string, string> = {
  course_not_found: 'course',
  place_not_found: 'place',
  instructor_not_found: 'instructor',
  session_in_the_past: 'day',
  no_such_moment: 'time',
  too_many_seats: 'capacity',
  seats_booked: 'capacity',
  closes_too_late: 'closes',
  slug_taken: 'slug',
  deposit_too_low: 'deposit',
  price_below_deposit: 'price',
  price_in_the_past: 'from',
  price_begun: 'price',
}

/** A refusal in words beside the field that it is about. */
export const refusalErrors = (why: string): FieldErrors => ({
  [refusedFields[why] ?? 'form']: [refusalWords(why)],
})

/** Words for a refusal. */
export const refusalWords = refusalWordsOf(refusalTexts)
