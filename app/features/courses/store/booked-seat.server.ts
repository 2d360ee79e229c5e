import type { Db } from '#app/db/db.server.ts'
import { findClaims } from '#app/features/claims/store.server.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { findBooking } from './bookings.server.ts'
import { courseSeat } from './seats.server.ts'

/** A paid seat with its class and its marks, for emails, the calendar file and the seat's page. */
export type BookedSeat = NonNullable<Awaited<ReturnType<typeof findBookedSeat>>>

/** The seat of an order, or undefined if it has none or one that cannot be read, is unpaid, or its buyer's data was deleted. */
export async function findBookedSeat(db: Db, orderId: string) {
  const order = await findOrder(db, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (!order?.buyerEmail || !order.paidAt || !line) return undefined
  const ref = tryParse(courseSeat.parseRef, line.ref)
  const booking = ref && (await findBooking(db, orderId, ref.session))
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

/** The organizer's email of every class. */
export async function findStaffEmail(db: Db, now: Date, timeZone: string): Promise<string> {
  const { 'support.email': staff } = await findClaims(db, ['support.email'], now, timeZone)
  return staff?.figure ?? 'nobody@invalid'
}
