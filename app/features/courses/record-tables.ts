import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#app/db/moment.ts'
import { moveAnswers } from './rules/moved.ts'
import type { CertificateFacts } from './rules/certificate.ts'
import { courseSessions } from './tables.ts'

const session = () =>
  uuid()
    .notNull()
    .references(() => courseSessions.id)

/** A class that the shop moved, once for each student who had a seat in it then, with the student's answer. */
export const seatMoves = pgTable(
  'seat_moves',
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: text().notNull(),
    sessionId: session(),
    movedAt: moment().notNull(),
    /** When and where the class was before. */
    fromStartsAt: moment().notNull(),
    fromEndsAt: moment().notNull(),
    fromPlace: text().notNull(),
    /** Empty until the student answers. A refund is an answer by itself: the seat is gone then. */
    answer: text({ enum: moveAnswers }),
    answeredAt: moment(),
  },
  (t) => [
    index('seat_moves_order').on(t.orderId),
    check('seat_moves_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
)

/**
 * Certificates of training. The student's name is the order's, and is deleted with the order's data. Everything else is
 * written down as it was on the day.
 */
export const trainingCertificates = pgTable(
  'training_certificates',
  {
    /** Public, unguessable. */
    code: text().primaryKey(),
    orderId: text().notNull(),
    sessionId: session(),
    facts: jsonb().$type<CertificateFacts>().notNull(),
    issuedAt: moment().notNull(),
    /** When the mark that it rests on was taken back. */
    revokedAt: moment(),
  },
  (t) => [
    // A student has at most one that holds for a class.
    uniqueIndex('training_certificates_one').on(t.orderId, t.sessionId).where(sql`${t.revokedAt} is null`),
  ],
)

/** The balance of a class, once its student pays it on the day: by an order of its own, like every other payment. */
export const classBalances = pgTable(
  'class_balances',
  {
    /** The order of the seat. */
    seatOrderId: text().primaryKey(),
    sessionId: session(),
    title: text().notNull(),
    amountCents: integer().notNull(),
    state: text({ enum: ['open', 'held', 'paid'] })
      .notNull()
      .default('open'),
    /** The order that pays it. */
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
