import type { Db } from '#app/db/db.server.ts'
import { findClaims } from '#app/features/claims/store.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { findBooking } from './bookings.server.ts'
import { courseSeat } from './seats.server.ts'

/** A paid seat with its order, its class and what has happened to it: what mails and the calendar file are made from. */
export type BookedSeat = NonNullable<Awaited<ReturnType<typeof findBookedSeat>>>

/** The seat of an order, or undefined where it has none, or was never paid, or its buyer was forgotten. */
export async function findBookedSeat(db: Db, orderId: string) {
  const order = await findOrder(db, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (!order?.buyerEmail || !order.paidAt || !line) return undefined
  const ref = courseSeat.parseRef(line.ref)
  const booking = await findBooking(db, orderId, ref.session)
  if (!booking) return undefined
  return {
    orderId,
    line,
    booking,
    session: booking.session,
    email: order.buyerEmail,
    paidAt: order.paidAt,
    balanceCents: ref.balanceCents ?? 0,
    isCanceled: booking.seat === null || booking.session.canceledAt !== null,
  }
}

/** Where the desk of the shop is written to: the organizer of every class. A shop without one names nobody. */
export async function findStaffEmail(db: Db, now: Date, timeZone: string): Promise<string> {
  const { 'support.email': staff } = await findClaims(db, ['support.email'], now, timeZone)
  return staff?.figure ?? 'nobody@invalid'
}
