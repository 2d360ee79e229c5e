import { and, eq, sql, desc, inArray, asc, isNotNull, isNull, gt, lte, not, type SQL } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
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
  type NoticeKind,
  type ReminderKind,
  type Session,
  reminders,
} from '../rules.ts'
import { sessionSeats, courseSessions, courses, classNotices, instructors } from '../tables.ts'
import {
  findBooking,
  listBookings,
  markBooking,
  courseSeat,
  seatDetail,
  findPaidBalance,
  findSeatLine,
} from './seats.server.ts'
import { findSession } from './sessions.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { isUuid } from '#app/kit/ids.ts'
import { settleCertificates } from './roster.server.ts'
import { formatSession } from '../words.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { removeLine } from '#app/features/checkout/store/hold.server.ts'
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
  const marks = booking.movedAt ? { movedAt: null, movedFrom: null } : { rescheduledAt: now }
  await markBooking(work, seat.orderId, marks)
  const refundUntil = refundUntilAfterMove(booking.refundUntil, target.startsAt, now)
  const booked = { ref: free.ref, detail: free.detail, refundUntil }
  await rebookLine(work, seat.orderId, seat.position, booked, 'buyer')
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

async function findSeat(
  { tx, now }: UnitOfWork,
  ref: { session: string; zone: string; balanceCents: number | undefined },
) {
  const found = await tx.execute<{ number: number; ref: object; detail: string }>(
    courseSeat.stock(sql`${JSON.stringify(ref)}::jsonb`, sql`${now.toISOString()}::timestamptz`),
  )
  return found.rows[0]
}

async function openSeat({ tx }: UnitOfWork, orderId: string) {
  await tx.execute(courseSeat.release(sql`${orderId}`))
}

/** When and where a class is, and with whom. */
export type Planned = {
  startsAt: Date
  place: string
  instructorId: string | undefined
  capacity: number
  cutOffAt: Date
}

async function lockSession({ tx, now }: UnitOfWork, id: string): Promise<Session | undefined> {
  if (!isUuid(id)) return undefined
  await tx.execute(sql`select from ${courseSessions} where ${courseSessions.id} = ${id} for update`)
  return findSession(tx, id, now)
}

type Change = Planned & { revision: number; by?: string; isMoveRead: boolean }

/** Another time or place is a move: everybody with a seat is mailed, and may keep it, take another date or have the deposit back. Refused until that was read. */
export async function changeSession(
  work: UnitOfWork,
  id: string,
  { revision, by, isMoveRead, ...planned }: Change,
  zone: string,
) {
  const { tx, now, announce } = work
  const was = await lockSession(work, id)
  if (!was) return refuse('session_not_found')
  if (was.revision !== revision) return refuse('changed')
  if (was.canceledAt) return refuse('session_canceled')
  if (was.endsAt <= now) return refuse('session_over')
  const { startsAt, place, capacity } = planned
  const isSameTime = startsAt.getTime() === was.startsAt.getTime()
  if (!isSameTime && (startsAt <= now || was.startsAt <= now)) return refuse('session_in_the_past')
  const verdict = await mayPlan(work, planned)
  if (!verdict.ok) return verdict
  const endsAt = isSameTime ? was.endsAt : after(startsAt, was.course.hours * hour)
  const isMove = isMoved(was, { startsAt, endsAt, place })
  if (isMove && !isMoveRead && (await listBookings(tx, id)).length > 0) return refuse('move_not_read')
  if (!(await setCapacity(work, id, capacity))) return refuse('seats_booked')

  const instructorId = planned.instructorId ?? null
  await tx
    .update(courseSessions)
    .set({ ...planned, endsAt, instructorId, revision: revision + 1 })
    .where(eq(courseSessions.id, id))
  const mails = isMove ? await moveSeats(work, was, startsAt, zone, by) : 0
  // Somebody licensed may have been named after the marks were set.
  await settleCertificates(work, id, zone)
  announce(seatsTopic)
  return { ok: true as const, was, mails }
}

async function mayPlan({ tx }: UnitOfWork, planned: Planned) {
  const { instructorId } = planned
  if (instructorId && (await tx.$count(instructors, eq(instructors.id, instructorId))) === 0)
    return refuse('instructor_not_found')
  return maySchedule(planned)
}

/** Adds open seats, or removes open ones with the highest numbers. False if that would take a seat from somebody. */
async function setCapacity({ tx }: UnitOfWork, sessionId: string, capacity: number): Promise<boolean> {
  // Held seats whose time is over are still held until the job has released them.
  const seats = await tx
    .select({ number: sessionSeats.number, state: sessionSeats.state })
    .from(sessionSeats)
    .where(eq(sessionSeats.sessionId, sessionId))
    .orderBy(desc(sessionSeats.number))
    .for('update')
  const surplus = seats.length - capacity
  const open = seats.filter(({ state }) => state === 'open').slice(0, Math.max(surplus, 0))
  if (open.length < surplus) return false
  const removed = open.map(({ number }) => number)
  await tx
    .delete(sessionSeats)
    .where(and(eq(sessionSeats.sessionId, sessionId), inArray(sessionSeats.number, removed)))
  const known = new Set(seats.map(({ number }) => number))
  const unused = seatNumbers(maxStudents).filter((number) => !known.has(number))
  await addSeats(tx, sessionId, unused.slice(0, Math.max(-surplus, 0)))
  return true
}

const seatNumbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

async function addSeats(tx: Db, sessionId: string, numbers: readonly number[]) {
  if (numbers.length === 0) return
  await tx.insert(sessionSeats).values(numbers.map((number) => ({ sessionId, number })))
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
  const movedFrom = `${formatSession(from, zone)}, ${from.place}`
  for (const { orderId, state } of seats) {
    if (!orderId || !(await lockOrder(work, orderId))) continue
    const line = await findSeatLine(tx, orderId)
    const ref = tryParse(courseSeat.parseRef, line?.ref)
    if (!line || !ref) continue
    await markBooking(work, orderId, { movedAt: now, movedFrom })
    // Until the class begins: the student did not choose this date.
    const booked = { ref, detail: await seatDetail(tx, ref), refundUntil: startsAt }
    await rebookLine(work, orderId, line.position, booked, by)
    if (state !== 'taken') continue
    await work.enqueue('course-moved', { orderId, movedAt: now.toISOString() })
    mails++
  }
  return mails
}

export async function addSession(work: UnitOfWork, slug: string, planned: Planned) {
  const { tx, now, announce } = work
  const { startsAt, capacity } = planned
  const [course] = await tx.select().from(courses).where(eq(courses.slug, slug))
  if (course?.state !== 'visible') return refuse('course_not_found')
  if (startsAt <= now) return refuse('session_in_the_past')
  const verdict = await mayPlan(work, planned)
  if (!verdict.ok) return verdict
  const id = crypto.randomUUID()
  await tx
    .insert(courseSessions)
    .values({ id, courseId: course.id, ...planned, endsAt: after(startsAt, course.hours * hour) })
  await addSeats(tx, id, seatNumbers(capacity))
  announce(seatsTopic)
  return { ok: true as const, id }
}

/** `settleCanceledSeat` refunds everybody, repeated until nobody is left. Idempotent. */
export async function cancelSession(work: UnitOfWork, sessionId: string) {
  const { tx, now, announce } = work
  const session = await lockSession(work, sessionId)
  if (!session) return refuse('session_not_found')
  if (session.endsAt <= now) return refuse('session_over')
  if (!session.canceledAt)
    await tx.update(courseSessions).set({ canceledAt: now }).where(eq(courseSessions.id, sessionId))
  announce(seatsTopic)
  return { ok: true as const, startsAt: session.startsAt }
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
  const line = await findSeatLine(work.tx, orderId)
  if (!line) return false
  if (state === 'held') return (await removeLine(work, sellables, orderId, line.position)).ok
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

/** Reminders, each once per student and class, and what became of seats. Idempotent and safe in several processes. */
export async function queueNotices(work: UnitOfWork): Promise<void> {
  for (const kind of ['week', 'day'] as const)
    for (const { orderId, sessionId } of await listDueReminders(work, kind))
      if (await recordNotice(work, orderId, sessionId, kind))
        await work.enqueue('mail-class-reminder', { orderId, sessionId, kind })
  for (const { orderId, sessionId } of await listGone(work.tx))
    if (await recordNotice(work, orderId, sessionId, 'canceled'))
      await work.enqueue('course-canceled', { orderId })
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

/** Derived from stored state, so no way of ending a booking can miss its email. */
function listGone(tx: Db) {
  const later = alias(classNotices, 'later')
  const { orderId, sessionId, kind } = classNotices
  return tx
    .selectDistinct({ orderId, sessionId })
    .from(classNotices)
    .leftJoin(sessionSeats, and(eq(sessionSeats.orderId, orderId), eq(sessionSeats.state, 'taken')))
    .leftJoin(later, and(eq(later.orderId, orderId), eq(later.kind, 'canceled')))
    .where(and(eq(kind, 'booked'), isNull(sessionSeats.number), isNull(later.orderId)))
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
