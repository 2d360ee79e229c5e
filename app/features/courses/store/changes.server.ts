import { and, eq, sql, desc, inArray, asc, isNotNull, isNull, gt, lte, not, type SQL } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { lockPaidLine, rebookLine } from '#app/features/orders/store/stage.server.ts'
import {
  mayCancel,
  mayReschedule,
  refundUntilAfterMove,
  seatsTopic,
  maxStudents,
  maySchedule,
  isMoved,
  closesAt,
  defaultPlace,
  type NoticeKind,
  type ReminderKind,
  reminders,
} from '../rules.ts'
import { sessionSeats, courseSessions, courses, classNotices } from '../tables.ts'
import { findBooking, markBooking, courseSeat, seatDetail, findPaidBalance } from './seats.server.ts'
import { findSession } from './sessions.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { settleCertificates, findInstructor } from './roster.server.ts'
import { formatSession } from '../words.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { dropLine } from '#app/features/checkout/store/quote.server.ts'
import { requestOperatorRefund } from '#app/features/refunds/store/refund.server.ts'
import { alias } from 'drizzle-orm/pg-core'

export type SeatOrderLine = { orderId: string; position: number }

export async function rescheduleSeat(
  work: UnitOfWork,
  seat: SeatOrderLine,
  to: { session: string; zone: string },
) {
  const { tx, now } = work
  const found = await lockBooking(work, seat)
  if (!found.ok) return found
  const { booking, ref: current } = found
  const verdict = mayReschedule(booking, now)
  if (!verdict.ok) return verdict
  const target = await findSession(tx, to.session, now)
  if (!target || target.course.slug !== booking.session.course.slug || target.id === current.session)
    return refuse('other_course')
  const free = await findSeat(work, { ...to, balanceCents: current.balanceCents })
  if (!free) return (await courseSeat.refusal(work, to)) ?? refuse('try_again')

  await openSeat(work, seat.orderId)
  await tx
    .update(sessionSeats)
    .set({ state: 'taken', orderId: seat.orderId, heldUntil: null })
    .where(and(eq(sessionSeats.sessionId, target.id), eq(sessionSeats.number, free.number)))
  // A move by the shop does not use up the student's own move.
  await markBooking(
    work,
    seat.orderId,
    booking.movedAt ? { movedAt: null, movedFrom: null } : { rescheduledAt: now },
  )
  await rebookLine(
    work,
    seat.orderId,
    seat.position,
    {
      ref: free.ref,
      detail: free.detail,
      refundUntil: refundUntilAfterMove(booking.refundUntil, target.startsAt, now),
    },
    'buyer',
  )
  await work.enqueue('course-booked', { orderId: seat.orderId })
  work.announce(seatsTopic)
  return { ok: true as const }
}

/** Only after the refund deadline: before it, refunding the line opens the seat. */
export async function giveUpSeat(work: UnitOfWork, seat: SeatOrderLine) {
  const found = await lockBooking(work, seat)
  if (!found.ok) return found
  const verdict = mayCancel(found.booking, work.now)
  if (!verdict.ok) return verdict
  if (verdict.isRefunded) return refuse('still_refundable')
  await openSeat(work, seat.orderId)
  await markBooking(work, seat.orderId, { canceledAt: work.now })
  await work.enqueue('course-canceled', { orderId: seat.orderId })
  work.announce(seatsTopic)
  return { ok: true as const }
}

export type ChangeRefusal = Extract<
  Awaited<ReturnType<typeof rescheduleSeat | typeof giveUpSeat>>,
  { ok: false }
>['why']

async function lockBooking(work: UnitOfWork, { orderId, position }: SeatOrderLine) {
  const found = await lockPaidLine(work, orderId, position)
  if (!found.ok) return found
  const ref = tryParse(courseSeat.parseRef, found.line.ref)
  if (!ref) return refuse('line_unreadable')
  const booking = await findBooking(work.tx, orderId, ref.session)
  if (!booking || booking.seat === null || !found.line.refundUntil) return refuse('seat_given_up')
  return { ok: true as const, ref, booking: { ...booking, refundUntil: found.line.refundUntil } }
}

type FoundSeat = { number: number; ref: object; detail: string }

async function findSeat(
  { tx, now }: UnitOfWork,
  ref: { session: string; zone: string; balanceCents: number | undefined },
): Promise<FoundSeat | undefined> {
  const found = await tx.execute<FoundSeat>(
    courseSeat.stock(sql`${JSON.stringify(ref)}::jsonb`, sql`${now.toISOString()}::timestamptz`),
  )
  return found.rows[0]
}

async function openSeat({ tx }: UnitOfWork, orderId: string) {
  await tx.execute(courseSeat.release(sql`${orderId}`))
}

type SessionChange = {
  revision: number
  startsAt: Date
  place: string
  instructorId: string | undefined
  capacity: number
  cutOffAt: Date
  by?: string
}

export type DeskSession = typeof courseSessions.$inferSelect & {
  course: Pick<typeof courses.$inferSelect, 'slug' | 'name' | 'hours' | 'liveFireRounds'>
}

export async function findDeskSession(db: Db, id: string): Promise<DeskSession | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await db
    .select({ session: courseSessions, course: courses })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .where(eq(courseSessions.id, id))
  if (!row) return undefined
  const { slug, name, hours, liveFireRounds } = row.course
  return { ...row.session, course: { slug, name, hours, liveFireRounds } }
}

/** Another time or place is a move: everybody with a seat is mailed, and may keep it, take another date or have the deposit back. */
export async function changeSession(work: UnitOfWork, id: string, change: SessionChange, zone: string) {
  const { tx, now, announce } = work
  await tx
    .select({ id: courseSessions.id })
    .from(courseSessions)
    .where(eq(courseSessions.id, id))
    .for('update')
  const was = await findDeskSession(tx, id)
  if (!was) return refuse('session_not_found')
  if (was.revision !== change.revision) return refuse('changed')
  if (was.canceledAt) return refuse('session_canceled')
  if (was.endsAt <= now) return refuse('session_over')
  const { startsAt, place, capacity, cutOffAt, instructorId } = change
  const isSameTime = startsAt.getTime() === was.startsAt.getTime()
  if (!isSameTime && (startsAt <= now || was.startsAt <= now)) return refuse('session_in_the_past')
  const schedule = maySchedule(change)
  if (!schedule.ok) return schedule
  if (instructorId && !(await findInstructor(tx, instructorId))) return refuse('instructor_not_found')
  if (!(await setCapacity(work, was, capacity))) return refuse('seats_booked')

  const endsAt = isSameTime ? was.endsAt : after(startsAt, was.course.hours * hour)
  const next = { startsAt, endsAt, place }
  await tx
    .update(courseSessions)
    .set({
      ...next,
      instructorId: instructorId ?? null,
      cutOffAt,
      capacity,
      revision: was.revision + 1,
    })
    .where(eq(courseSessions.id, id))
  const mails = isMoved(was, next) ? await moveSeats(work, was, startsAt, zone, change.by) : 0
  // Somebody licensed may have been named after the marks were set.
  await settleCertificates(work, id, zone)
  announce(seatsTopic)
  return { ok: true as const, was, mails }
}

/** Adds open seats, or removes open ones with the highest numbers. False if that would take a seat from somebody. */
async function setCapacity({ tx }: UnitOfWork, { id }: DeskSession, capacity: number): Promise<boolean> {
  // Held seats whose time is over are still held until the job has released them.
  const seats = await tx
    .select({ number: sessionSeats.number, state: sessionSeats.state })
    .from(sessionSeats)
    .where(eq(sessionSeats.sessionId, id))
    .orderBy(desc(sessionSeats.number))
    .for('update')
  const surplus = seats.length - capacity
  if (surplus > 0) {
    const free = seats.filter(({ state }) => state === 'open').slice(0, surplus)
    if (free.length < surplus) return false
    const numbers = free.map(({ number }) => number)
    await tx
      .delete(sessionSeats)
      .where(and(eq(sessionSeats.sessionId, id), inArray(sessionSeats.number, numbers)))
  }
  if (surplus < 0) {
    const known = new Set(seats.map(({ number }) => number))
    const free = Array.from({ length: maxStudents }, (_, at) => at + 1).filter((number) => !known.has(number))
    await tx
      .insert(sessionSeats)
      .values(free.slice(0, -surplus).map((number) => ({ sessionId: id, number, state: 'open' as const })))
  }
  return true
}

/** Every order with a seat gets the new date, the refund clock of a moved class, and a mail. Returns how many emails go out. */
export async function moveSeats(
  work: UnitOfWork,
  from: { id: string; startsAt: Date; endsAt: Date; place: string },
  startsAt: Date,
  zone: string,
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
    const movedFrom = `${formatSession(from, zone)}, ${from.place}`
    await markBooking(work, orderId, { movedAt: now, movedFrom })
    await rebookLine(
      work,
      orderId,
      line.position,
      {
        ref,
        detail: await seatDetail(tx, ref),
        // Until the class begins: the student did not choose this date.
        refundUntil: startsAt,
      },
      by,
    )
    if (state !== 'taken') continue
    await work.enqueue('course-moved', { orderId, movedAt: now.toISOString() })
    mails++
  }
  return mails
}

type NewSession = {
  course: string
  startsAt: Date
  place?: string
  instructorId?: string | undefined
  capacity?: number
  cutOffAt?: Date
}

export async function addSession(work: UnitOfWork, wanted: NewSession) {
  const { tx, now, announce } = work
  const {
    startsAt,
    place = defaultPlace,
    capacity = maxStudents,
    instructorId,
    cutOffAt = closesAt(startsAt),
  } = wanted
  const [course] = await tx.select().from(courses).where(eq(courses.slug, wanted.course))
  if (!course || course.retiredAt) return refuse('course_not_found')
  if (instructorId && !(await findInstructor(tx, instructorId))) return refuse('instructor_not_found')
  if (startsAt <= now) return refuse('session_in_the_past')
  const schedule = maySchedule({ startsAt, capacity, cutOffAt })
  if (!schedule.ok) return schedule
  const [session] = await tx
    .insert(courseSessions)
    .values({
      courseId: course.id,
      startsAt,
      place,
      instructorId: instructorId ?? null,
      capacity,
      cutOffAt,
      endsAt: after(startsAt, course.hours * hour),
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

/** `settleCanceledSeat` refunds everybody, repeated until nobody is left. Idempotent. */
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

type CanceledClassSeat = { orderId: string; sessionId: string; state: 'held' | 'taken' }

export function listCanceledClassSeats(db: Db): Promise<CanceledClassSeat[]> {
  return seatsWithout(db, 'class_canceled', isNotNull(courseSessions.canceledAt)).limit(50)
}

/** Seats of which somebody was not told this yet. */
function seatsWithout(db: Db, kind: NoticeKind, which: SQL | undefined) {
  const noted = sql`exists (select from ${classNotices} noted where noted.order_id = ${sessionSeats.orderId}
    and noted.session_id = ${sessionSeats.sessionId} and noted.kind = ${kind})`
  return db
    .select({
      orderId: sql<string>`${sessionSeats.orderId}`,
      sessionId: sessionSeats.sessionId,
      state: sql<'held' | 'taken'>`${sessionSeats.state}`,
    })
    .from(sessionSeats)
    .innerJoin(courseSessions, eq(courseSessions.id, sessionSeats.sessionId))
    .where(
      and(isNotNull(sessionSeats.orderId), inArray(sessionSeats.state, ['held', 'taken']), not(noted), which),
    )
}

/** Refund, notice and email are one transaction, so a retry continues after a crash. False while a payment or refund is in progress. */
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
  return true
}

const reminderKinds = Object.keys(reminders) as ReminderKind[]

/** Each once per student and class. Idempotent and safe in several processes. */
export async function queueReminders(work: UnitOfWork): Promise<number> {
  let queued = 0
  for (const kind of reminderKinds)
    for (const { orderId, sessionId } of await listDueReminders(work, kind))
      if (await recordNotice(work, orderId, sessionId, kind)) {
        await work.enqueue('mail-class-reminder', { orderId, sessionId, kind })
        queued++
      }
  return queued
}

/** Derived from stored state, so no way of ending a booking can miss its email. */
export async function queueCancellations(work: UnitOfWork): Promise<number> {
  const { tx } = work
  const later = alias(classNotices, 'later')
  const gone = await tx
    .selectDistinct({ orderId: classNotices.orderId, sessionId: classNotices.sessionId })
    .from(classNotices)
    .leftJoin(
      sessionSeats,
      and(eq(sessionSeats.orderId, classNotices.orderId), eq(sessionSeats.state, 'taken')),
    )
    .leftJoin(later, and(eq(later.orderId, classNotices.orderId), eq(later.kind, 'canceled')))
    .where(and(eq(classNotices.kind, 'booked'), isNull(sessionSeats.number), isNull(later.orderId)))
  for (const { orderId, sessionId } of gone)
    if (await recordNotice(work, orderId, sessionId, 'canceled'))
      await work.enqueue('course-canceled', { orderId })
  return gone.length
}

export async function recordNotice(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  orderId: string,
  sessionId: string,
  kind: NoticeKind,
): Promise<boolean> {
  const [noted] = await tx
    .insert(classNotices)
    .values({ orderId, sessionId, kind, at: now })
    .onConflictDoNothing()
    .returning({ at: classNotices.at })
  return noted !== undefined
}

function listDueReminders({ tx, now }: UnitOfWork, kind: ReminderKind) {
  const { fromMs, untilMs } = reminders[kind]
  const isDue = and(
    eq(sessionSeats.state, 'taken'),
    isNull(courseSessions.canceledAt),
    lte(courseSessions.startsAt, after(now, fromMs)),
    gt(courseSessions.startsAt, after(now, untilMs)),
  )
  return seatsWithout(tx, kind, isDue)
}
