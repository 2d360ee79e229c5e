import { and, eq, sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import { lockPaidLine, rebookLine } from '#app/features/orders/store/rebook.server.ts'
import { refundUntilMoved } from '../rules/moved.ts'
import { mayCancel, mayReschedule, refundUntilAfterMove, seatsTopic } from '../rules.ts'
import { sessionSeats } from '../tables.ts'
import { answerMove } from './moved.server.ts'
import { findBooking, markBooking } from './bookings.server.ts'
import { courseSeat, seatDetail } from './seats.server.ts'
import { findSession } from './sessions.server.ts'

/** The order line of a booked seat. */
export type SeatOrderLine = { orderId: string; position: number }

/**
 * Moves a booking to another session of the same course in one transaction: takes a seat there, opens the old one, and
 * updates the order line. Queues the email.
 */
export async function rescheduleSeat(
  work: UnitOfWork,
  seat: SeatOrderLine,
  to: { session: string; zone: string },
) {
  const { tx, now } = work
  const found = await lockBooking(work, seat)
  if (!found.ok) return found
  const { booking, ref: current } = found
  const verdict = mayReschedule(booking, now)
  if (!verdict.ok) return verdict
  const target = await findSession(tx, to.session, now)
  if (!target || target.course.slug !== booking.session.course.slug || target.id === current.session)
    return refuse('other_course')
  const free = await findSeat(work, { ...to, balanceCents: current.balanceCents })
  if (!free) return (await courseSeat.refusal(work, to)) ?? refuse('try_again')

  await openSeat(work, seat.orderId)
  await tx
    .update(sessionSeats)
    .set({ state: 'taken', orderId: seat.orderId, heldUntil: null })
    .where(and(eq(sessionSeats.sessionId, target.id), eq(sessionSeats.number, free.number)))
  // A move by the shop does not use up the student's own move.
  if (booking.isMoveOpen) await answerMove(work, seat.orderId, current.session, 'other_date')
  else await markBooking(work, seat.orderId, { rescheduledAt: now })
  await rebookLine(
    work,
    seat.orderId,
    seat.position,
    {
      ref: free.ref,
      detail: free.detail,
      refundUntil: refundUntilAfterMove(booking.refundUntil, target.startsAt, now),
    },
    'buyer',
  )
  await work.enqueue('course-booked', { orderId: seat.orderId })
  work.announce(seatsTopic)
  return { ok: true as const }
}

/**
 * Cancels a seat without a refund, after the refund deadline. Before it this is refused, because refunding the line opens
 * the seat.
 */
export async function giveUpSeat(work: UnitOfWork, seat: SeatOrderLine) {
  const found = await lockBooking(work, seat)
  if (!found.ok) return found
  const verdict = mayCancel(found.booking, work.now)
  if (!verdict.ok) return verdict
  if (verdict.isRefunded) return refuse('still_refundable')
  await openSeat(work, seat.orderId)
  await markBooking(work, seat.orderId, { canceledAt: work.now })
  await work.enqueue('course-canceled', { orderId: seat.orderId })
  work.announce(seatsTopic)
  return { ok: true as const }
}

/** Keeps a seat whose class the shop moved: the usual refund clock of the new date holds from now on. */
export async function keepMovedSeat(work: UnitOfWork, seat: SeatOrderLine) {
  const found = await lockBooking(work, seat)
  if (!found.ok) return found
  const { booking, ref } = found
  if (booking.session.canceledAt) return refuse('session_canceled')
  if (!booking.isMoveOpen) return refuse('nothing_to_answer')
  await answerMove(work, seat.orderId, ref.session, 'kept')
  await rebookLine(
    work,
    seat.orderId,
    seat.position,
    {
      ref,
      detail: await seatDetail(work.tx, ref),
      refundUntil: refundUntilMoved(booking.session.startsAt, 'kept'),
    },
    'buyer',
  )
  return { ok: true as const }
}

/** Why a booking was not changed. */
export type ChangeRefusal = Extract<
  Awaited<ReturnType<typeof rescheduleSeat | typeof giveUpSeat | typeof keepMovedSeat>>,
  { ok: false }
>['why']

/** Locks the order and finds the booking of a paid line that still has its seat. */
async function lockBooking(work: UnitOfWork, { orderId, position }: SeatOrderLine) {
  const found = await lockPaidLine(work, orderId, position)
  if (!found.ok) return found
  const ref = tryParse(courseSeat.parseRef, found.line.ref)
  if (!ref) return refuse('line_unreadable')
  const booking = await findBooking(work.tx, orderId, ref.session)
  if (!booking || booking.seat === null || !found.line.refundUntil) return refuse('seat_given_up')
  return { ok: true as const, ref, booking: { ...booking, refundUntil: found.line.refundUntil } }
}

type FoundSeat = { number: number; ref: object; detail: string }

/** Finds and locks a seat with the statement that sells seats. */
async function findSeat(
  { tx, now }: UnitOfWork,
  ref: { session: string; zone: string; balanceCents: number | undefined },
): Promise<FoundSeat | undefined> {
  const found = await tx.execute<FoundSeat>(
    courseSeat.stock(sql`${JSON.stringify(ref)}::jsonb`, sql`${now.toISOString()}::timestamptz`),
  )
  return found.rows[0]
}

async function openSeat({ tx }: UnitOfWork, orderId: string) {
  await tx.execute(courseSeat.release(sql`${orderId}`))
}
