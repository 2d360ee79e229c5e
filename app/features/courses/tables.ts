import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { defaultPlace, maxStudents, seatStates } from './rules.ts'

/** What is taught. Prices in US cents. */
export const courses = pgTable(
  'courses',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    /** Its place among the courses, from 1. */
    position: integer().notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    hours: integer().notNull(),
    priceCents: integer().notNull(),
    /** Paid when a seat is booked; the rest is paid on the day. */
    depositCents: integer().notNull(),
    minimumAge: integer().notNull().default(18),
    /** The date the catalog names, in its words: `Dec 15`. Sessions have dates of their own. */
    announcedFor: text(),
    /** What the day goes through, in order. */
    topics: text().array().notNull(),
    /** What a student brings. */
    bring: text().array().notNull(),
  },
  (t) => [
    check('courses_hours', sql`${t.hours} between 1 and 24`),
    check('courses_prices', sql`${t.depositCents} > 0 and ${t.priceCents} >= ${t.depositCents}`),
    check('courses_age', sql`${t.minimumAge} >= 18`),
  ],
)

/** A course on a day. */
export const courseSessions = pgTable(
  'course_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Where it takes place, in words that a calendar may show. */
    place: text().notNull().default(defaultPlace),
    /** Who leads it, by role. */
    instructorRole: text().references(() => instructorRoles.slug),
    /** How many seats it was opened with; each is a row of its own. */
    capacity: integer().notNull().default(maxStudents),
    /** When the list of students closes: until then seats are sold, and bookings move from and to this day. */
    cutOffAt: moment().notNull(),
    /** When the shop called it off. Everybody's deposit goes back. */
    canceledAt: moment(),
  },
  (t) => [
    check('course_sessions_day', sql`${t.endsAt} > ${t.startsAt}`),
    check('course_sessions_cut_off', sql`${t.cutOffAt} <= ${t.startsAt}`),
    check('course_sessions_capacity', sql`${t.capacity} between 1 and 12`),
    index('course_sessions_starts').on(t.startsAt),
  ],
)

/** One row per seat of a session: the truth of what is open, held and taken. */
export const sessionSeats = pgTable(
  'session_seats',
  {
    sessionId: uuid()
      .notNull()
      .references(() => courseSessions.id),
    number: integer().notNull(),
    state: text({ enum: seatStates }).notNull().default('open'),
    /** The order that holds or took the seat. Empty on a taken seat that was booked before this shop kept orders. */
    orderId: text(),
    /** Until when a hold lasts; `infinity` while its payment is being settled. */
    heldUntil: moment(),
    /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
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
    // One student, one order: each has an attestation, a mail and a line on the roster of their own.
    uniqueIndex('session_seats_one_order').on(t.orderId),
  ],
)

/**
 * What has happened to a booked seat since it was paid. The booking itself is the taken seat with its order: the order
 * keeps who the student is, and its line the instant until which the deposit comes back. A row is made by the first mark.
 */
export const bookingMarks = pgTable('booking_marks', {
  orderId: text().primaryKey(),
  /** When the student moved to another day. That may be done once. */
  rescheduledAt: moment(),
  /** When the student gave the seat up. */
  canceledAt: moment(),
  /** When the instructor saw the student come. */
  checkedInAt: moment(),
  /** When the rest of the price was paid, on the day. */
  balancePaidAt: moment(),
})

/** Private links to the list of students of a session, for its instructor: only the hash of each secret is stored. */
export const rosterLinks = pgTable('roster_links', {
  tokenHash: text().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => courseSessions.id),
  createdAt: moment().notNull(),
  revokedAt: moment(),
})

/** Who teaches, by role: what the post demands of whoever holds it. */
export const instructorRoles = pgTable('instructor_roles', {
  slug: text().primaryKey(),
  position: integer().notNull(),
  role: text().notNull(),
  summary: text().notNull(),
  /** What whoever holds the post has to have. */
  requirements: text().array().notNull(),
  /** The courses the post teaches, by slug. */
  teaches: text().array().notNull(),
})
