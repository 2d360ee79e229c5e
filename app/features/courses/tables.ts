import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  jsonb,
  bigint,
  unique,
} from 'drizzle-orm/pg-core'
import { catalogStates } from '#app/catalog/rules.ts'
import { moment, sqlList } from '#app/db/sql.ts'
import { numberedStock } from '#app/db/held-stock.server.ts'
import { defaultPlace, maxStudents, noticeKinds } from './rules.ts'
import type { CertificateFacts, License } from './roster.ts'

/** Prices are US cents. A booking keeps those of the moment it was made. */
export const courses = pgTable(
  'courses',
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    position: integer().notNull(),
    name: text().notNull(),
    summary: text().notNull(),
    hours: integer().notNull(),
    priceCents: integer().notNull(),
    depositCents: integer().notNull(),
    minimumAge: integer().notNull().default(18),
    /** The date the catalog announces: `Dec 15`. Sessions have their own dates. */
    announcedFor: text(),
    topics: text().array().notNull(),
    bring: text().array().notNull(),
    requirements: text().array().notNull().default([]),
    /** Rounds that each student fires in the instructor's presence. 0: no live fire, and so no certificate. */
    liveFireRounds: integer().notNull().default(0),
    /** Unless it is visible it is not taught: public pages leave it out, and no date is added. */
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('courses_hours', sql`${t.hours} between 1 and 24`),
    check('courses_live_fire', sql`${t.liveFireRounds} between 0 and 2000`),
    check('courses_prices', sql`${t.depositCents} > 0 and ${t.priceCents} >= ${t.depositCents}`),
    check('courses_age', sql`${t.minimumAge} >= 18`),
    check('courses_state', sql`${t.state} in (${sqlList(catalogStates)})`),
  ],
)

export const courseSessions = pgTable(
  'course_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Where it is, in the words that students were mailed. */
    place: text().notNull().default(defaultPlace),
    instructorId: uuid().references(() => instructors.id),
    capacity: integer().notNull().default(maxStudents),
    cutOffAt: moment().notNull(),
    canceledAt: moment(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    check('course_sessions_day', sql`${t.endsAt} > ${t.startsAt}`),
    check('course_sessions_cut_off', sql`${t.cutOffAt} <= ${t.startsAt}`),
    check('course_sessions_capacity', sql`${t.capacity} between 1 and 12`),
    index('course_sessions_starts').on(t.startsAt),
  ],
)

export const sessionSeats = pgTable(
  'session_seats',
  {
    sessionId: uuid()
      .notNull()
      .references(() => courseSessions.id),
    // A taken seat without an order was booked outside this shop.
    ...numberedStock(),
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

/** The booking itself is the taken seat: the order has the student, and its line the refund deadline. The first mark inserts the row. */
export const bookingMarks = pgTable('booking_marks', {
  orderId: text().primaryKey(),
  rescheduledAt: moment(),
  /** When the shop moved the class, and from when and where: until the student takes another date, it gives every right of a moved class. */
  movedAt: moment(),
  movedFrom: text(),
  canceledAt: moment(),
  checkedInAt: moment(),
  waiverAt: moment(),
  liveFireAt: moment(),
  noShowAt: moment(),
})

/** Who teaches. Their names are on certificates and, while they are visible, on the public page of instructors. */
export const instructors = pgTable(
  'instructors',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** With which they sign in behind the counter, in lower case: it opens the classes that name them. */
    email: text(),
    licenses: jsonb().$type<License[]>().notNull().default([]),
    state: text({ enum: catalogStates }).notNull().default('visible'),
    revision: integer().notNull().default(1),
  },
  (t) => [check('instructors_state', sql`${t.state} in (${sqlList(catalogStates)})`)],
)

const session = () =>
  uuid()
    .notNull()
    .references(() => courseSessions.id)

/** The student's name is the order's, and is deleted with it. Everything else is written down as it was on the day. */
export const trainingCertificates = pgTable(
  'training_certificates',
  {
    /** Public, unguessable. */
    code: text().primaryKey(),
    orderId: text().notNull(),
    sessionId: session(),
    facts: jsonb().$type<CertificateFacts>().notNull(),
    issuedAt: moment().notNull(),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex('training_certificates_one').on(t.orderId, t.sessionId).where(sql`${t.revokedAt} is null`),
  ],
)

export const classBalances = pgTable(
  'class_balances',
  {
    seatOrderId: text().primaryKey(),
    sessionId: session(),
    title: text().notNull(),
    amountCents: integer().notNull(),
    state: text({ enum: ['open', 'held', 'paid'] })
      .notNull()
      .default('open'),
    orderId: text(),
    heldUntil: moment(),
    holdVersion: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('class_balances_order').on(t.orderId),
    check('class_balances_amount', sql`${t.amountCents} > 0`),
    check(
      'class_balances_state',
      sql`(${t.state} = 'open' and ${t.orderId} is null and ${t.heldUntil} is null)
       or (${t.state} = 'held' and ${t.orderId} is not null and ${t.heldUntil} is not null)
       or (${t.state} = 'paid' and ${t.orderId} is not null and ${t.heldUntil} is null)`,
    ),
  ],
)

/** Notices sent to students, once each per class. A seat that moved gets the new class's notices. */
export const classNotices = pgTable(
  'class_notices',
  {
    orderId: text().notNull(),
    sessionId: session(),
    kind: text({ enum: noticeKinds }).notNull(),
    at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.sessionId, t.kind] }),
    check('class_notices_kind', sql`${t.kind} in (${sqlList(noticeKinds)})`),
  ],
)

export const seatOffers = pgTable(
  'seat_offers',
  {
    id: uuid().primaryKey(),
    sessionId: session(),
    subscriptionId: uuid().notNull(),
    /** The waitlist position that got the offer. Joining again gives another position. */
    position: bigint({ mode: 'number' }).notNull(),
    orderId: text().unique(),
    offeredAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    unique('seat_offers_turn').on(t.sessionId, t.position),
    check('seat_offers_end', sql`${t.endsAt} > ${t.offeredAt}`),
  ],
)
