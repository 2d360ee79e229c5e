import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { dropLine } from '#app/features/checkout/store.server.ts'
import { findOrder, type Sellables } from '#app/features/orders/store.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import { classNotices } from '../waitlist-tables.ts'
import { closesAt, defaultPlace, maxStudents, maySchedule, seatsTopic } from '../rules.ts'
import { courseSessions, courses, sessionSeats } from '../tables.ts'
import { instructorRoles } from '../teaching-tables.ts'
import { findTeaching, placeWords } from './teaching.server.ts'
import { findSession } from './sessions.server.ts'
import { findPaidBalance } from './class-balance.server.ts'
import { recordNotice } from './notices.server.ts'

/** A new session. */
export type NewSession = {
  /** Slug of the course. */
  course: string
  startsAt: Date
  place?: string
  /** One of the places; its words go before `place`. */
  placeId?: string | undefined
  instructorId?: string | undefined
  capacity?: number
  /** Slug of the instructor role. */
  role?: string
  /** When the roster closes; by default 24 hours before. */
  cutOffAt?: Date
}

/** Adds a session with its seats. Returns its id. */
export async function addSession(work: UnitOfWork, wanted: NewSession) {
  const { tx, now, announce } = work
  const {
    startsAt,
    place = defaultPlace,
    capacity = maxStudents,
    role,
    cutOffAt = closesAt(startsAt),
  } = wanted
  const [course] = await tx.select().from(courses).where(eq(courses.slug, wanted.course))
  if (!course || course.retiredAt) return refuse('course_not_found')
  const teaching = await findTeaching(tx, wanted)
  if (!teaching.ok) return teaching
  if (startsAt <= now) return refuse('session_in_the_past')
  const schedule = maySchedule({ startsAt, capacity, cutOffAt })
  if (!schedule.ok) return schedule
  if (role) {
    const [known] = await tx.select().from(instructorRoles).where(eq(instructorRoles.slug, role))
    if (!known) return refuse('role_not_found')
  }
  const [session] = await tx
    .insert(courseSessions)
    .values({
      courseId: course.id,
      startsAt,
      place: teaching.place ? placeWords(teaching.place) : place,
      placeId: wanted.placeId ?? null,
      instructorId: wanted.instructorId ?? null,
      capacity,
      cutOffAt,
      endsAt: after(startsAt, course.hours * hour),
      instructorRole: role ?? null,
    })
    .returning({ id: courseSessions.id })
  if (!session) throw new Error('The session was not stored')
  const numbers = Array.from({ length: capacity }, (_, at) => at + 1)
  await tx
    .insert(sessionSeats)
    .values(numbers.map((number) => ({ sessionId: session.id, number, state: 'open' as const })))
  announce(seatsTopic)
  return { ok: true as const, id: session.id, name: course.name }
}

/**
 * Cancels a session: it can no longer be booked, and `settleCanceledSeat` refunds everybody, repeated until nobody is
 * left. Idempotent.
 */
export async function cancelSession({ tx, now, announce }: UnitOfWork, sessionId: string) {
  if (!(await findSession(tx, sessionId, now))) return refuse('session_not_found')
  const [session] = await tx
    .select({ session: courseSessions, name: courses.name })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .where(eq(courseSessions.id, sessionId))
    .for('update', { of: courseSessions })
  if (!session) return refuse('session_not_found')
  if (session.session.endsAt <= now) return refuse('session_over')
  const isFirst = session.session.canceledAt === null
  if (isFirst)
    await tx.update(courseSessions).set({ canceledAt: now }).where(eq(courseSessions.id, sessionId))
  announce(seatsTopic)
  return { ok: true as const, isFirst, name: session.name, startsAt: session.session.startsAt }
}

/** An order with a seat in a canceled session that is not settled yet. */
export type CanceledClassSeat = { orderId: string; sessionId: string; state: 'held' | 'taken' }

/** At most 50 seats in canceled sessions that are not settled yet. */
export async function listCanceledClassSeats(db: Db): Promise<CanceledClassSeat[]> {
  const rows = await db
    .select({ orderId: sessionSeats.orderId, sessionId: sessionSeats.sessionId, state: sessionSeats.state })
    .from(sessionSeats)
    .innerJoin(courseSessions, eq(courseSessions.id, sessionSeats.sessionId))
    .leftJoin(
      classNotices,
      and(
        eq(classNotices.orderId, sessionSeats.orderId),
        eq(classNotices.sessionId, sessionSeats.sessionId),
        eq(classNotices.kind, 'class_canceled'),
      ),
    )
    .where(
      and(
        isNotNull(courseSessions.canceledAt),
        isNotNull(sessionSeats.orderId),
        isNull(classNotices.orderId),
        inArray(sessionSeats.state, ['held', 'taken']),
      ),
    )
    .limit(50)
  return rows as CanceledClassSeat[]
}

/**
 * Settles one seat of a canceled session: ends a hold, leaving whatever else its order holds, or refunds a booking in full and
 * queues the email. Refund,
 * notice and email are one transaction, so a retry continues after a crash. Returns false if a payment or refund is still
 * in progress.
 */
export async function settleCanceledSeat(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, sessionId, state }: CanceledClassSeat,
): Promise<boolean> {
  const order = await findOrder(work.tx, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (!line) return false
  if (state === 'held') return (await dropLine(work, sellables, orderId, line.position)).ok
  const terms = { by: 'shop' }
  const refunded = await requestOperatorRefund(work, sellables, orderId, { position: line.position }, terms)
  const balance = await findPaidBalance(work.tx, orderId)
  if (balance) await requestOperatorRefund(work, sellables, balance.orderId, 'all', terms)
  // The student's own refund is in progress and opens the seat itself.
  if (!refunded.ok && refunded.why === 'refund_under_way') return false
  if (!(await recordNotice(work, orderId, sessionId, 'class_canceled'))) return false
  await work.enqueue('course-canceled', { orderId })
  await work.enqueue('reconcile-refunds', {}, { startAfter: after(work.now, 31_000) })
  return true
}
