import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import { rebookLine } from '#app/features/orders/store/rebook.server.ts'
import { findOrder, lockOrder } from '#app/features/orders/store.server.ts'
import { type MoveAnswer, refundUntilMoved } from '../rules/moved.ts'
import { seatMoves } from '../record-tables.ts'
import { sessionSeats } from '../tables.ts'
import { classNotices } from '../waitlist-tables.ts'
import { courseSeat, seatDetail } from './seats.server.ts'

/** A class as it was before it was moved. */
type MovedFrom = { id: string; startsAt: Date; endsAt: Date; place: string }

/**
 * After a session was moved: every order with a seat in it gets the new date and the refund clock of a moved class, and a mail.
 * Returns how many emails go out.
 */
export async function moveSeats(
  work: UnitOfWork,
  from: MovedFrom,
  startsAt: Date,
  by?: string,
): Promise<number> {
  const { tx, now } = work
  const seats = await tx
    .select({ orderId: sessionSeats.orderId, state: sessionSeats.state })
    .from(sessionSeats)
    .where(
      and(
        eq(sessionSeats.sessionId, from.id),
        inArray(sessionSeats.state, ['held', 'taken']),
        isNotNull(sessionSeats.orderId),
      ),
    )
    .orderBy(asc(sessionSeats.orderId))
  // What reminded of the old date reminds of the new one.
  await tx
    .delete(classNotices)
    .where(and(eq(classNotices.sessionId, from.id), inArray(classNotices.kind, ['week', 'day'])))
  let mails = 0
  for (const { orderId, state } of seats) {
    if (!orderId || !(await lockOrder(work, orderId))) continue
    const order = await findOrder(tx, orderId)
    const line = order?.lines.find(({ kind }) => kind === 'course_seat')
    const ref = tryParse(courseSeat.parseRef, line?.ref)
    if (!line || !ref) continue
    // A second move before an answer replaces the first: the student answers the latest.
    await answerMove(work, orderId, from.id, 'replaced')
    const [move] = await tx
      .insert(seatMoves)
      .values({
        orderId,
        sessionId: from.id,
        movedAt: now,
        fromStartsAt: from.startsAt,
        fromEndsAt: from.endsAt,
        fromPlace: from.place,
      })
      .returning({ id: seatMoves.id })
    await rebookLine(
      work,
      orderId,
      line.position,
      {
        ref,
        detail: await seatDetail(tx, ref),
        refundUntil: refundUntilMoved(startsAt, null),
      },
      by,
    )
    if (state !== 'taken' || !move) continue
    await work.enqueue('course-moved', { moveId: move.id })
    mails++
  }
  return mails
}

/** Records a student's answer to the move of a session. */
export async function answerMove(
  { tx, now }: UnitOfWork,
  orderId: string,
  sessionId: string,
  answer: MoveAnswer,
) {
  await tx.update(seatMoves).set({ answer, answeredAt: now }).where(isOpen(orderId, sessionId))
}

/** A move of a session under one student. */
export type SeatMove = typeof seatMoves.$inferSelect

export async function findMove(db: Db, id: string): Promise<SeatMove | undefined> {
  const [found] = await db.select().from(seatMoves).where(eq(seatMoves.id, id))
  return found
}

/** The move that waits for a student's answer. */
export async function findOpenMove(
  db: Db,
  orderId: string,
  sessionId: string,
): Promise<SeatMove | undefined> {
  const [found] = await db.select().from(seatMoves).where(isOpen(orderId, sessionId))
  return found
}

const isOpen = (orderId: string, sessionId: string) =>
  and(eq(seatMoves.orderId, orderId), eq(seatMoves.sessionId, sessionId), isNull(seatMoves.answer))
