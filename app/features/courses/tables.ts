import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { defaultPlace, maxStudents, seatStates } from './rules.ts'

/** Courses. Prices are US cents. */
export const courses = pgTable(
  'courses',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    /** Order on pages, from 1. */
    position: integer().notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    hours: integer().notNull(),
    priceCents: integer().notNull(),
    /** Paid when a seat is booked; the rest is paid on the day. */
    depositCents: integer().notNull(),
    minimumAge: integer().notNull().default(18),
    /** The date the catalog announces: `Dec 15`. Sessions have their own dates. */
    announcedFor: text(),
    topics: text().array().notNull(),
    bring: text().array().notNull(),
  },
  (t) => [
    check('courses_hours', sql`${t.hours} between 1 and 24`),
    check('courses_prices', sql`${t.depositCents} > 0 and ${t.priceCents} >= ${t.depositCents}`),
    check('courses_age', sql`${t.minimumAge} >= 18`),
  ],
)

/** Classes: a course on a day. */
export const courseSessions = pgTable(
  'course_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    place: text().notNull().default(defaultPlace),
    instructorRole: text().references(() => instructorRoles.slug),
    /** Each seat is a row of `session_seats`. */
    capacity: integer().notNull().default(maxStudents),
    /** When the roster closes: no more sales and moves. */
    cutOffAt: moment().notNull(),
    /** When the shop canceled it. All deposits are refunded. */
    canceledAt: moment(),
  },
  (t) => [
    check('course_sessions_day', sql`${t.endsAt} > ${t.startsAt}`),
    check('course_sessions_cut_off', sql`${t.cutOffAt} <= ${t.startsAt}`),
    check('course_sessions_capacity', sql`${t.capacity} between 1 and 12`),
    index('course_sessions_starts').on(t.startsAt),
  ],
)

/** One row per seat of a session. */
export const sessionSeats = pgTable(
  'session_seats',
  {
    sessionId: uuid()
      .notNull()
      .references(() => courseSessions.id),
    number: integer().notNull(),
    state: text({ enum: seatStates }).notNull().default('open'),
    /** The order that holds or took the seat. Null for a seat booked outside this shop. */
    orderId: text(),
    /** When the hold expires; `infinity` while its payment is being settled. */
    heldUntil: moment(),
    /** The version of the hold: 1 when claimed, and one more with each change. */
    holdVersion: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.number] }),
    check('session_seats_number', sql`${t.number} between 1 and 12`),
    check(
      'session_seats_state',
      sql`(${t.state} = 'open' and ${t.orderId} is null and ${t.heldUntil} is null)
       or (${t.state} = 'held' and ${t.orderId} is not null and ${t.heldUntil} is not null)
       or (${t.state} = 'taken' and ${t.heldUntil} is null)`,
    ),
    // One order per student: each has their own attestation, emails and roster entry.
    uniqueIndex('session_seats_one_order').on(t.orderId),
  ],
)

/**
 * What happened to a booked seat after its payment. The booking itself is the taken seat: the order has the student, and
 * its line the refund deadline. The first mark inserts the row.
 */
export const bookingMarks = pgTable('booking_marks', {
  orderId: text().primaryKey(),
  /** When the student moved to another session, which is possible once. */
  rescheduledAt: moment(),
  /** When the student canceled without a refund. */
  canceledAt: moment(),
  /** When the instructor checked the student in. */
  checkedInAt: moment(),
  /** When the balance was paid on the day. */
  balancePaidAt: moment(),
})

/** Private links to a session's roster. Only the hash of each secret is stored. */
export const rosterLinks = pgTable('roster_links', {
  tokenHash: text().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => courseSessions.id),
  createdAt: moment().notNull(),
  revokedAt: moment(),
})

/** Instructor roles. */
export const instructorRoles = pgTable('instructor_roles', {
  slug: text().primaryKey(),
  position: integer().notNull(),
  role: text().notNull(),
  summary: text().notNull(),
  /** The qualifications that the role requires. */
  requirements: text().array().notNull(),
  /** The courses the role teaches, by slug. */
  teaches: text().array().notNull(),
})
