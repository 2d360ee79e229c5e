import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { seatMoves } from '../record-tables.ts'
import { bookingMarks, courseSessions, courses, sessionSeats } from '../tables.ts'

/** What happened to a booking after its payment. */
export type BookingMarks = Omit<typeof bookingMarks.$inferSelect, 'orderId'>

/** A booked seat with its marks. The order has the student. */
export type Booking = BookingMarks & {
  orderId: string
  /** The shop moved the class, and the student has not answered. */
  isMoveOpen: boolean
  /** Counted from 1. */
  seat: number
}

/** The booked seats of a session, by number, without seats booked outside this shop. */
export async function listBookings(db: Db, sessionId: string): Promise<Booking[]> {
  const rows = await db
    .select({
      orderId: sessionSeats.orderId,
      seat: sessionSeats.number,
      marks: bookingMarks,
      isMoveOpen: isMoveOpenOf(sql`${sessionSeats.orderId}`, sql`${sessionSeats.sessionId}`),
    })
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
  return rows.map(({ orderId, marks, ...row }) => ({
    ...(marks ?? unmarked),
    ...row,
    orderId: orderId ?? '',
  }))
}

/** Whether a move of a session by the shop waits for the answer of a student. */
const isMoveOpenOf = (order: SQL, session: SQL) =>
  sql<boolean>`exists (select from ${seatMoves} where ${seatMoves.orderId} = ${order}
    and ${seatMoves.sessionId} = ${session} and ${seatMoves.answer} is null)`

/** A session without its seats. */
export type BookedSession = Omit<
  typeof courseSessions.$inferSelect,
  'courseId' | 'capacity' | 'revision' | 'placeId' | 'instructorId'
> & {
  course: Pick<typeof courses.$inferSelect, 'slug' | 'name' | 'hours' | 'bring'>
}

type FoundBooking = BookingMarks & {
  seat: number | null
  session: BookedSession
  isMoveOpen: boolean
  /** How often the class was moved under the student, for calendars. */
  moves: number
}

/**
 * An order's booking in a session. `seat` is null after a cancellation or refund. Returns undefined for an unknown
 * session.
 */
export async function findBooking(
  db: Db,
  orderId: string,
  sessionId: string,
): Promise<FoundBooking | undefined> {
  const [row] = await db
    .select({
      session: courseSessions,
      course: courses,
      seat: sessionSeats.number,
      marks: bookingMarks,
      isMoveOpen: isMoveOpenOf(sql`${orderId}`, sql`${courseSessions.id}`),
      // Each move by the shop, and each other date that was taken after one, is a change of the calendar's event.
      moves: sql<number>`(select count(*) + count(answer) filter (where answer = 'other_date') from ${seatMoves}
        where ${seatMoves.orderId} = ${orderId})::int`,
    })
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
  const { courseId: _c, capacity: _n, revision: _r, placeId: _p, instructorId: _i, ...session } = row.session
  const { slug, name, hours, bring } = row.course
  return {
    ...(row.marks ?? unmarked),
    seat: row.seat,
    isMoveOpen: row.isMoveOpen,
    moves: row.moves,
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

const unmarked: BookingMarks = {
  rescheduledAt: null,
  canceledAt: null,
  checkedInAt: null,
  waiverAt: null,
  liveFireAt: null,
  liveFireScore: null,
  noShowAt: null,
}
