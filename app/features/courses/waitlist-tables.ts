import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { noticeKinds } from './rules/notices.ts'
import { courseSessions } from './tables.ts'

const session = () =>
  uuid()
    .notNull()
    .references(() => courseSessions.id)

/** What a student is told of a class, once each. A seat that moved to another class is told of that one anew. */
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
    check(
      'class_notices_kind',
      sql`${t.kind} in (${sql.raw(noticeKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)

/** Sessions in which people stand in line: a seat that comes free there is offered to them and sold to nobody else. */
export const sessionWaitlists = pgTable('session_waitlists', {
  sessionId: session().primaryKey(),
  since: moment().notNull(),
})

/** A seat that is kept for the next in line. The order holds the seat until the offer ends; it is paid like any other. */
export const seatOffers = pgTable(
  'seat_offers',
  {
    id: uuid().primaryKey(),
    sessionId: session(),
    subscriptionId: uuid().notNull(),
    /** The place in the line whose turn it was: it is offered one seat. Who joins again has another place. */
    position: bigint({ mode: 'number' }).notNull(),
    /** Set when the seat is held, in the transaction that makes the offer. */
    orderId: text().unique(),
    offeredAt: moment().notNull(),
    endsAt: moment().notNull(),
  },
  (t) => [
    unique('seat_offers_turn').on(t.sessionId, t.position),
    check('seat_offers_end', sql`${t.endsAt} > ${t.offeredAt}`),
  ],
)
