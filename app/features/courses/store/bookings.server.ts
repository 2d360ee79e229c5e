import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { bookingMarks, courseSessions, courses, sessionSeats } from '../tables.ts'

/** What has happened to a booking since it was paid. */
export type BookingMarks = Omit<typeof bookingMarks.$inferSelect, 'orderId'>

/** A booked seat: the session, the seat in it, and what has happened since. Who it is for, the order keeps. */
export type Booking = BookingMarks & {
  orderId: string
  /** Counted from 1. */
  seat: number
}

/** The booked seats of a session, by number. Seats that were taken before this shop kept orders are left out. */
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

/** A session as a booking knows it: without the seats of others. */
export type BookedSession = Omit<typeof courseSessions.$inferSelect, 'courseId' | 'capacity'> & {
  course: Pick<typeof courses.$inferSelect, 'slug' | 'name' | 'hours' | 'bring'>
}

/**
 * What an order has of a session: the seat, which is `null` once it was given up or refunded, and what has happened
 * since it was paid. `undefined` for a session that does not exist.
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

/** Sets marks of a booking; those that are left out stay, and `null` takes one back. */
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
