import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { maxStudents, maySchedule, seatsTopic } from '../rules.ts'
import { isMoved } from '../rules/moved.ts'
import { courseSessions, courses, sessionSeats } from '../tables.ts'
import { moveSeats } from './moved.server.ts'
import { settleCertificates } from './certificates.server.ts'
import { findTeaching, placeWords } from './teaching.server.ts'

/** What a form says of a session. `revision` is what its person has seen. */
export type SessionChange = {
  revision: number
  startsAt: Date
  /** Empty: the place stays as it is. */
  placeId: string | undefined
  instructorId: string | undefined
  capacity: number
  cutOffAt: Date
  /** Who of staff changes it. */
  by?: string
}

/** A session as the desk edits it. */
export type DeskSession = typeof courseSessions.$inferSelect & {
  course: Pick<typeof courses.$inferSelect, 'slug' | 'name' | 'hours' | 'liveFireRounds'>
}

/** A session for the desk, or undefined. `id` may be any string. */
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

/**
 * Changes a session. Another time or place is a move: every student with a seat is mailed, and may keep it, take another date or
 * have the deposit back. Seats never go below those that are held or taken.
 */
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
  const { startsAt, capacity, cutOffAt, instructorId } = change
  const isSameTime = startsAt.getTime() === was.startsAt.getTime()
  if (!isSameTime && (startsAt <= now || was.startsAt <= now)) return refuse('session_in_the_past')
  const schedule = maySchedule(change)
  if (!schedule.ok) return schedule
  const teaching = await findTeaching(tx, change)
  if (!teaching.ok) return teaching
  if (!(await setCapacity(work, was, capacity))) return refuse('seats_booked')

  const { place } = teaching
  const next = {
    startsAt,
    endsAt: isSameTime ? was.endsAt : after(startsAt, was.course.hours * hour),
    place: place ? placeWords(place) : was.place,
  }
  await tx
    .update(courseSessions)
    .set({
      ...next,
      placeId: change.placeId ?? was.placeId,
      instructorId: instructorId ?? null,
      cutOffAt,
      capacity,
      revision: was.revision + 1,
    })
    .where(eq(courseSessions.id, id))
  const mails = isMoved(was, next) ? await moveSeats(work, was, startsAt, change.by) : 0
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
