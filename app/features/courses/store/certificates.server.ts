import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { publicCode } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import {
  certificateCodeLength,
  type CertificateFacts,
  certificateGap,
  type CertificateGap,
  licensesOn,
} from '../rules/certificate.ts'
import { trainingCertificates } from '../record-tables.ts'
import { courseSessions, courses } from '../tables.ts'
import { type Booking, listBookings } from './bookings.server.ts'
import { findInstructor, type Instructor } from './teaching.server.ts'

/** A certificate as anybody with its code reads it. */
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

/** The code of the certificate that an order has for a session, if one holds. */
export async function findCertificateCode(
  db: Db,
  orderId: string,
  sessionId: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ code: trainingCertificates.code })
    .from(trainingCertificates)
    .where(holds(orderId, sessionId))
  return found?.code
}

/** What a session's certificates rest on besides the marks. */
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

/** What each student of a session lacks for a certificate, by order; null for nothing. */
export async function listCertificateGaps(
  db: Db,
  sessionId: string,
  zone: string,
): Promise<Map<string, CertificateGap | null>> {
  const held = await readClass(db, sessionId, zone)
  const bookings = await listBookings(db, sessionId)
  return new Map(held ? bookings.map((each) => [each.orderId, gapOf(held, each)]) : [])
}

/**
 * Brings the certificates of a session in line with its marks: issues those that are due, and revokes those whose mark was taken
 * back. Safe to repeat. What a certificate says is written down once: a later change of course or instructor does not alter it.
 */
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
