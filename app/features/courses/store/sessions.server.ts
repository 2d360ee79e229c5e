import { and, asc, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { isUuid } from '#app/kit/ids.ts'
import { type Course, packSeats, type LiveSeats, type Session, unpackSeats } from '../rules.ts'
import { courseSessions, courses, instructors, sessionSeats } from '../tables.ts'
import { isWaitedFor } from './offers.server.ts'

export async function listCourses(db: Db): Promise<Course[]> {
  return (await listEditedCourses(db)).filter(({ state }) => state === 'visible')
}

/** Also those that are not taught. */
export function listEditedCourses(db: Db): Promise<Course[]> {
  return db.select().from(courses).orderBy(asc(courses.position))
}

/** Upcoming sessions, soonest first, with the state of every seat. An expired hold counts as open. */
export function listSessions(db: Db, now: Date): Promise<Session[]> {
  return readSessions(db, now, and(gt(courseSessions.startsAt, now), isNull(courseSessions.canceledAt)))
}

/** Also canceled ones. With `email`, those of the instructor who signs in with it. */
export function listSessionsFrom(
  db: Db,
  { email, from }: { from: Date; email: string | undefined },
  now: Date,
): Promise<Session[]> {
  const isTheirs =
    email === undefined ? undefined : and(eq(instructors.email, email), eq(instructors.state, 'visible'))
  return readSessions(db, now, and(gte(courseSessions.startsAt, from), isTheirs))
}

/** One session, also past or canceled, or undefined. `id` may be any string. */
export async function findSession(db: Db, id: string, now: Date): Promise<Session | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await readSessions(db, now, eq(courseSessions.id, id))
  return found
}

export async function findLiveSeats(db: Db, now: Date): Promise<LiveSeats> {
  const sessions = await listSessions(db, now)
  return Object.fromEntries(sessions.map(({ id, seats }) => [id, packSeats(seats)]))
}

async function readSessions(db: Db, now: Date, which: SQL | undefined): Promise<Session[]> {
  const rows = await db
    .select({
      session: courseSessions,
      course: courses,
      instructor: instructors,
      packed: sql<string | null>`(select string_agg(
        case when ${sessionSeats.state} = 'taken' then 't'
          when ${sessionSeats.state} = 'held' and ${sessionSeats.heldUntil} > ${now} then 'h'
          -- Reserved for the waitlist.
          when ${isWaitedFor(sql`${courseSessions}`, sql`${now}::timestamptz`)} then 'h'
          else 'o' end,
        '' order by ${sessionSeats.number}) from ${sessionSeats} where ${sessionSeats.sessionId} = ${courseSessions.id})`,
    })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .leftJoin(instructors, eq(instructors.id, courseSessions.instructorId))
    .where(which)
    .orderBy(asc(courseSessions.startsAt), asc(courses.position), asc(courseSessions.id))
  return rows.map(({ session, packed, ...row }) => ({ ...session, ...row, seats: unpackSeats(packed ?? '') }))
}
