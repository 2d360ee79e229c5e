import { refundableUntil } from '../rules.ts'

/**
 * The answer to a move of a class by the shop: the student stays, or takes another date, or the shop moved the class
 * again before an answer. A refund needs none: it ends the seat.
 */
export const moveAnswers = ['kept', 'other_date', 'replaced'] as const
export type MoveAnswer = (typeof moveAnswers)[number]

/**
 * Until when a seat is refundable after the shop moved its class: until the class begins, because the student did not choose
 * this date. Once they keep it, the usual clock of the new date holds.
 */
export function refundUntilMoved(startsAt: Date, answer: 'kept' | null): Date {
  return answer === null ? startsAt : refundableUntil(startsAt)
}

type When = { startsAt: Date; endsAt: Date; place: string }

/** Whether students must be notified: another time or another place. Seats, instructor and closing time are ours. */
export function isMoved(before: When, after: When): boolean {
  return (
    before.startsAt.getTime() !== after.startsAt.getTime() ||
    before.endsAt.getTime() !== after.endsAt.getTime() ||
    before.place !== after.place
  )
}
