import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { sqlList } from '#app/db/sql-list.ts'
import { noticeKinds } from './rules.ts'
import { courseSessions } from './tables.ts'

const session = () =>
  uuid()
    .notNull()
    .references(() => courseSessions.id)

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

/** Seats offered to the waitlist. An order holds the seat until the offer ends and is paid like any other. */
export const seatOffers = pgTable(
  'seat_offers',
  {
    id: uuid().primaryKey(),
    sessionId: session(),
    subscriptionId: uuid().notNull(),
    /** The waitlist position that got the offer. Joining again gives another position. */
    position: bigint({ mode: 'number' }).notNull(),
    /** Set in the transaction that makes the offer, once the seat is held. */
    orderId: text().unique(),
    offeredAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    unique('seat_offers_turn').on(t.sessionId, t.position),
    check('seat_offers_end', sql`${t.endsAt} > ${t.offeredAt}`),
  ],
)
