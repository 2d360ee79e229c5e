import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { markDelivered } from '#app/features/orders/store/stage.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { publicCode } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { normalizeCode } from '#app/kit/text.ts'
import {
  alongWith,
  certificateCodeLength,
  type CertificateFacts,
  certificateGap,
  licensesOn,
  markColumns,
  type Marks,
  maySet,
  type RosterMark,
} from '../roster.ts'
import type { Instructor, Session } from '../rules.ts'
import { courses, courseSessions, instructors, trainingCertificates } from '../tables.ts'
import { findPaidBalance, findSeatLine, listBookings, markBooking } from './seats.server.ts'
import { findSession } from './sessions.server.ts'

/** A mark of one student, set or taken back. */
export type MarkChange = { orderId: string; mark: RosterMark; isSet: boolean }

/** A certificate is issued or revoked with it, and an attended seat is earned. Idempotent: the first time stays. */
export async function markRoster(
  work: UnitOfWork,
  session: Session,
  { orderId, mark, isSet }: MarkChange,
  zone: string,
) {
  if (session.canceledAt) return refuse('session_canceled')
  // Two phones may mark the same student: one after the other.
  await lockOrder(work, orderId)
  const booking = await findOwnBooking(work.tx, session.id, orderId)
  if (!booking) return refuse('not_on_roster')
  const column = markColumns[mark]
  if ((booking[column] !== null) === isSet) return { ok: true as const, isChanged: false }
  if (isSet) {
    const verdict = maySet(mark, booking, session, work.now)
    if (!verdict.ok) return verdict
  }
  await markBooking(work, orderId, { ...alongWith(mark, isSet), [column]: isSet ? work.now : null })
  await settleCertificates(work, session.id, zone)
  if (isSet && (mark === 'checkedIn' || mark === 'noShow')) {
    const line = await findSeatLine(work.tx, orderId)
    if (line) await markDelivered(work, orderId, line.position)
    await earnPaidBalance(work, orderId)
  }
  return { ok: true as const, isChanged: true }
}

export async function earnBalance(work: UnitOfWork, sessionId: string, orderId: string): Promise<void> {
  const booking = await findOwnBooking(work.tx, sessionId, orderId)
  if (booking?.checkedInAt) await earnPaidBalance(work, orderId)
}

async function earnPaidBalance(work: UnitOfWork, seatOrderId: string) {
  const balance = await findPaidBalance(work.tx, seatOrderId)
  if (balance) await markDelivered(work, balance.orderId, 0)
}

async function findOwnBooking(db: Db, sessionId: string, orderId: string) {
  return (await listBookings(db, sessionId)).find((one) => one.orderId === orderId)
}

/** The certificate with this code, or undefined if there is none or its student's data was deleted. */
export async function findCertificate(db: Db, typed: string) {
  const [found] = await db
    .select()
    .from(trainingCertificates)
    .where(eq(trainingCertificates.code, normalizeCode(typed).slice(0, 40)))
  const student = found && (await findOrder(db, found.orderId))?.buyerName
  return found && student ? { ...found, student } : undefined
}

export async function findCertificateCode(db: Db, orderId: string, sessionId: string) {
  const [found] = await db
    .select({ code: trainingCertificates.code })
    .from(trainingCertificates)
    .where(isGood(orderId, sessionId))
  return found?.code
}

export function findCertificateGap(session: Session, marks: Marks, zone: string) {
  const { course, instructor, startsAt } = session
  const heldOn = formatIsoDay(startsAt, zone)
  return certificateGap({ ...marks, instructor, heldOn, liveFireRounds: course.liveFireRounds })
}

/** Issues what is due and revokes what lost its mark. Safe to repeat: a later change of course or instructor alters no certificate. */
export async function settleCertificates(work: UnitOfWork, sessionId: string, zone: string): Promise<void> {
  const { tx, now } = work
  const session = await findSession(tx, sessionId, now)
  if (!session) return
  for (const booking of await listBookings(tx, sessionId)) {
    const { orderId } = booking
    const code = await findCertificateCode(tx, orderId, sessionId)
    const gap = findCertificateGap(session, booking, zone)
    if (code && (gap === 'not_attended' || gap === 'not_fired'))
      await tx.update(trainingCertificates).set({ revokedAt: now }).where(isGood(orderId, sessionId))
    if (code || gap || !session.instructor) continue
    const issued = publicCode(certificateCodeLength)
    const facts = factsOf(session, session.instructor, zone)
    await tx.insert(trainingCertificates).values({ code: issued, orderId, sessionId, facts, issuedAt: now })
    await work.enqueue('mail-training-certificate', { code: issued })
  }
}

function factsOf({ course, startsAt, place }: Session, { name, licenses }: Instructor, zone: string) {
  const heldOn = formatIsoDay(startsAt, zone)
  return {
    course: course.name,
    hours: course.hours,
    liveFireRounds: course.liveFireRounds,
    heldOn,
    place,
    instructor: name,
    licenses: licensesOn(licenses, heldOn).map((each) => ({ name: each.name, number: each.number })),
  } satisfies CertificateFacts
}

const isGood = (orderId: string, sessionId: string) =>
  and(
    eq(trainingCertificates.orderId, orderId),
    eq(trainingCertificates.sessionId, sessionId),
    isNull(trainingCertificates.revokedAt),
  )

export const instructorRows = revisedRows(instructors, 'id', ['name'])
export const courseRows = revisedRows(courses, 'slug')

export function listInstructors(db: Db): Promise<Instructor[]> {
  return db.select().from(instructors).orderBy(asc(instructors.name))
}

/** Who teaches now, with the names of their licenses and the courses of their dates to come. */
export async function listTeachers(db: Db, now: Date) {
  const dates = await db
    .selectDistinct({ instructorId: courseSessions.instructorId, slug: courses.slug, name: courses.name })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .where(and(gt(courseSessions.startsAt, now), isNull(courseSessions.canceledAt)))
  return (await listInstructors(db))
    .filter(({ state }) => state === 'visible')
    .map(({ id, name, licenses }) => ({
      id,
      name,
      licenses: [...new Set(licenses.map((each) => each.name))],
      courses: dates.filter(({ instructorId }) => instructorId === id),
    }))
}
