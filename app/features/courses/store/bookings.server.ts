import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { bookingMarks, courseSessions, courses, sessionSeats } from '../tables.ts'

/** What happened to a booking after its payment. */
export type BookingMarks = Omit<typeof bookingMarks.$inferSelect, 'orderId'>

/** A booked seat with its marks. The order has the student. */
export type Booking = BookingMarks & {
  orderId: string
  /** Counted from 1. */
  seat: number
}

/** The booked seats of a session, by number, without seats booked outside this shop. */
export async function listBookings(db: Db, sessionId: string): Promise<Booking[]> {
  const rows = await db
    .select({ orderId: sessionSeats.orderId, seat: sessionSeats.number, marks: bookingMarks })
    .from(sessionSeats)
    .leftJoin(bookingMarks, eq(bookingMarks.orderId, sessionSeats.orderId))
    .where(
      and(
        eq(sessionSeats.sessionId, sessionId),
        eq(sessionSeats.state, 'taken'),
        isNotNull(sessionSeats.orderId),
      ),
    )
    .orderBy(asc(sessionSeats.number))
  return rows.map(({ orderId, seat, marks }) => ({ ...(marks ?? unmarked), orderId: orderId ?? '', seat }))
}

/** A session without its seats. */
export type BookedSession = Omit<typeof courseSessions.$inferSelect, 'courseId' | 'capacity'> & {
  course: Pick<typeof courses.$inferSelect, 'slug' | 'name' | 'hours' | 'bring'>
}

/**
 * An order's booking in a session. `seat` is null after a cancellation or refund. Returns undefined for an unknown
 * session.
 */
export async function findBooking(
  db: Db,
  orderId: string,
  sessionId: string,
): Promise<(BookingMarks & { seat: number | null; session: BookedSession }) | undefined> {
  const [row] = await db
    .select({ session: courseSessions, course: courses, seat: sessionSeats.number, marks: bookingMarks })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .leftJoin(
      sessionSeats,
      and(
        eq(sessionSeats.sessionId, courseSessions.id),
        eq(sessionSeats.orderId, orderId),
        eq(sessionSeats.state, 'taken'),
      ),
    )
    .leftJoin(bookingMarks, eq(bookingMarks.orderId, orderId))
    .where(eq(courseSessions.id, sessionId))
  if (!row) return undefined
  const { courseId: _, capacity: __, ...session } = row.session
  const { slug, name, hours, bring } = row.course
  return {
    ...(row.marks ?? unmarked),
    seat: row.seat,
    session: { ...session, course: { slug, name, hours, bring } },
  }
}

/** Updates marks of a booking. `null` removes a mark; omitted ones stay. */
export async function markBooking(
  { tx }: UnitOfWork,
  orderId: string,
  marks: Partial<BookingMarks>,
): Promise<void> {
  await tx
    .insert(bookingMarks)
    .values({ orderId, ...marks })
    .onConflictDoUpdate({ target: bookingMarks.orderId, set: marks })
}

const unmarked = { rescheduledAt: null, canceledAt: null, checkedInAt: null, balancePaidAt: null }
