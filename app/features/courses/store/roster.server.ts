import type { Db } from '#app/db/db.server.ts'
import { revisedRows, type RevisedRows, type RowValues } from '#app/catalog/revised-rows.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { lockOrder } from '#app/features/orders/store/buyer.server.ts'
import { markDelivered } from '#app/features/orders/store/stage.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Session } from '../rules.ts'
import {
  alongWith,
  markColumns,
  maySet,
  type RosterMark,
  type RosterRow,
  certificateCodeLength,
  type CertificateFacts,
  certificateGap,
  type CertificateGap,
  licensesOn,
} from '../roster.ts'
import { type Booking, listBookings, markBooking, findPaidBalance, courseSeat } from './seats.server.ts'
import { and, asc, eq, gt, isNull, max } from 'drizzle-orm'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { trainingCertificates, courseSessions, courses, instructors } from '../tables.ts'

type Roster = {
  session: Session
  rows: RosterRow[]
  unlisted: number
}

export async function loadRoster(db: Db, session: Session): Promise<Roster> {
  const bookings = await listBookings(db, session.id)
  const rows = await Promise.all(bookings.map((booking) => rowOf(db, session.id, booking)))
  const taken = session.seats.filter((seat) => seat === 'taken').length
  return { session, rows, unlisted: Math.max(taken - rows.length, 0) }
}

/** A mark of one student, set or taken back. */
export type MarkChange = { orderId: string; mark: RosterMark; isSet: boolean }

/** A certificate is issued or revoked with it, and an attended seat is earned. Idempotent: the first time stays. */
export async function markRoster(
  work: UnitOfWork,
  session: Pick<Session, 'id' | 'startsAt' | 'canceledAt'>,
  { orderId, mark, isSet }: MarkChange,
  zone: string,
) {
  if (session.canceledAt) return refuse('session_canceled')
  // Two phones may mark the same student: one after the other.
  await lockOrder(work, orderId)
  const booking = (await listBookings(work.tx, session.id)).find((one) => one.orderId === orderId)
  if (!booking) return refuse('not_on_roster')
  const column = markColumns[mark]
  if ((booking[column] !== null) === isSet) return { ok: true as const, isChanged: false }
  if (isSet) {
    const verdict = maySet(mark, booking, session, work.now)
    if (!verdict.ok) return verdict
  }
  await markBooking(work, orderId, {
    ...alongWith(mark, isSet),
    [column]: isSet ? work.now : null,
  })
  await settleCertificates(work, session.id, zone)
  if (isSet && (mark === 'checkedIn' || mark === 'noShow')) await earnSeat(work, orderId)
  return { ok: true as const, isChanged: true }
}

async function earnSeat(work: UnitOfWork, orderId: string) {
  const order = await findOrder(work.tx, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (line) await markDelivered(work, orderId, line.position)
  const balance = await findPaidBalance(work.tx, orderId)
  if (balance) await markDelivered(work, balance.orderId, 0)
}

export async function earnBalance(work: UnitOfWork, sessionId: string, orderId: string): Promise<void> {
  const booking = (await listBookings(work.tx, sessionId)).find((one) => one.orderId === orderId)
  const balance = await findPaidBalance(work.tx, orderId)
  if (booking?.checkedInAt && balance) await markDelivered(work, balance.orderId, 0)
}

async function rowOf(db: Db, sessionId: string, booking: Booking): Promise<RosterRow> {
  const { orderId } = booking
  const order = await findOrder(db, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  const { balanceCents = 0, isWalkIn = false } = tryParse(courseSeat.parseRef, line?.ref) ?? {}
  return {
    ...booking,
    balanceCents,
    isWalkIn,
    name: order?.buyerName ?? '',
    email: order?.buyerEmail ?? '',
    phone: order?.buyerPhone ?? '',
    depositCents: line ? line.unitCents * line.quantity - line.refundedCents : 0,
    balancePaid: await findPaidBalance(db, orderId),
    certificate: (await findCertificateCode(db, orderId, sessionId)) ?? null,
  }
}

export type TrainingCertificate = typeof trainingCertificates.$inferSelect & { student: string }

/** The certificate with this code, or undefined if there is none or its student's data was deleted. */
export async function findCertificate(db: Db, typed: string): Promise<TrainingCertificate | undefined> {
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
    .where(holds(orderId, sessionId))
  return found?.code
}

type CertifiedClass = {
  course: string
  hours: number
  liveFireRounds: number
  heldOn: string
  place: string
  instructor: Instructor | undefined
}

async function readClass(db: Db, sessionId: string, zone: string): Promise<CertifiedClass | undefined> {
  const [row] = await db
    .select({ session: courseSessions, course: courses })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .where(eq(courseSessions.id, sessionId))
  if (!row) return undefined
  const { session, course } = row
  return {
    course: course.name,
    hours: course.hours,
    liveFireRounds: course.liveFireRounds,
    heldOn: formatIsoDay(session.startsAt, zone),
    place: session.place,
    instructor: session.instructorId ? await findInstructor(db, session.instructorId) : undefined,
  }
}

const gapOf = (held: CertifiedClass, marks: Booking): CertificateGap | null =>
  certificateGap({ ...marks, ...held, instructor: held.instructor ?? null })

export async function listCertificateGaps(db: Db, sessionId: string, zone: string) {
  const held = await readClass(db, sessionId, zone)
  const bookings = await listBookings(db, sessionId)
  return new Map(held ? bookings.map((each) => [each.orderId, gapOf(held, each)]) : [])
}

/** Issues what is due and revokes what lost its mark. Safe to repeat: a later change of course or instructor alters no certificate. */
export async function settleCertificates(work: UnitOfWork, sessionId: string, zone: string): Promise<void> {
  const { tx, now } = work
  const held = await readClass(tx, sessionId, zone)
  if (!held) return
  for (const booking of await listBookings(tx, sessionId)) {
    const { orderId } = booking
    const code = await findCertificateCode(tx, orderId, sessionId)
    const gap = gapOf(held, booking)
    if (code && (gap === 'not_attended' || gap === 'not_fired'))
      await tx.update(trainingCertificates).set({ revokedAt: now }).where(holds(orderId, sessionId))
    if (code || gap || !held.instructor) continue
    const issued = publicCode(certificateCodeLength)
    await tx
      .insert(trainingCertificates)
      .values({ code: issued, orderId, sessionId, facts: factsOf(held, held.instructor), issuedAt: now })
    await work.enqueue('mail-training-certificate', { code: issued })
  }
}

function factsOf(held: CertifiedClass, instructor: Instructor): CertificateFacts {
  const { course, hours, liveFireRounds, heldOn, place } = held
  const licenses = licensesOn(instructor.licenses, heldOn).map(({ name, number }) => ({ name, number }))
  return { course, hours, liveFireRounds, heldOn, place, instructor: instructor.name, licenses }
}

const holds = (orderId: string, sessionId: string) =>
  and(
    eq(trainingCertificates.orderId, orderId),
    eq(trainingCertificates.sessionId, sessionId),
    isNull(trainingCertificates.revokedAt),
  )

export const instructorRows = revisedRows(instructors, 'id', ['name'])
export const courseRows = revisedRows(courses, 'slug')

type Instructor = typeof instructors.$inferSelect

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
    .filter(({ retiredAt }) => retiredAt === null)
    .map(({ id, name, licenses }) => ({
      id,
      name,
      licenses: [...new Set(licenses.map((each) => each.name))],
      courses: dates.filter(({ instructorId }) => instructorId === id),
    }))
}

export async function findInstructor(db: Db, id: string): Promise<Instructor | undefined> {
  return (await listInstructors(db)).find((each) => each.id === id)
}

export async function teaches(db: Db, email: string, sessionId: string): Promise<boolean> {
  const [own] = await db
    .select({ id: courseSessions.id })
    .from(courseSessions)
    .innerJoin(instructors, eq(instructors.id, courseSessions.instructorId))
    .where(and(eq(courseSessions.id, sessionId), eq(instructors.email, email), isNull(instructors.retiredAt)))
  return own !== undefined
}

type RecordChange = { id: string | undefined; revision: number | undefined; isRetired: boolean }
export type InstructorChange = RecordChange &
  Pick<Instructor, 'name' | 'licenses'> & { email?: string | null | undefined }

/** Adds or changes a record. The words of classes stay as they were: a class is moved on its own, with mail to its students. */
export async function saveRecord(
  work: UnitOfWork,
  rows: RevisedRows,
  { id, revision = 0, isRetired, ...fields }: RecordChange & RowValues,
) {
  const known = id === undefined ? undefined : await rows.findForUpdate(work.tx, id)
  if (id !== undefined && !known) return refuse('no_such_row')
  const values = { ...fields, retiredAt: isRetired ? (known?.retiredAt ?? work.now) : null }
  return id === undefined ? rows.create(work, values) : rows.change(work, id, revision, values)
}

export type EditedCourse = typeof courses.$inferSelect

export function listEditedCourses(db: Db): Promise<EditedCourse[]> {
  return db.select().from(courses).orderBy(asc(courses.position))
}

export async function findEditedCourse(db: Db, slug: string): Promise<EditedCourse | undefined> {
  return (await listEditedCourses(db)).find((course) => course.slug === slug)
}

export type CourseFields = Pick<
  typeof courses.$inferSelect,
  | 'name'
  | 'summary'
  | 'hours'
  | 'priceCents'
  | 'depositCents'
  | 'minimumAge'
  | 'liveFireRounds'
  | 'announcedFor'
  | 'topics'
  | 'bring'
  | 'requirements'
>

/** Adds a course at the end of the list. Its address is made once and stays. */
export async function addCourse(work: UnitOfWork, course: CourseFields & { slug: string }) {
  const [last] = await work.tx.select({ position: max(courses.position) }).from(courses)
  return courseRows.create(work, { ...course, position: (last?.position ?? 0) + 1 })
}
