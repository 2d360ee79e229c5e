import { and, asc, eq, gt, isNull, type SQL, sql, gte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { isUuid } from '#app/kit/uuid.ts'
import {
  type Course,
  packSeats,
  type LiveSeats,
  type Session,
  unpackSeats,
  type SeatState,
} from '../rules.ts'
import { courseSessions, courses, sessionSeats, instructors } from '../tables.ts'
import { isWaitedFor, countWaiting } from './offers.server.ts'

export function listCourses(db: Db): Promise<Course[]> {
  return db
    .select(courseColumns)
    .from(courses)
    .where(isNull(courses.retiredAt))
    .orderBy(asc(courses.position))
}

/** Upcoming sessions, soonest first, with the state of every seat. An expired hold counts as open. */
export function listSessions(db: Db, now: Date): Promise<Session[]> {
  return readSessions(db, now, and(gt(courseSessions.startsAt, now), isNull(courseSessions.canceledAt)))
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
      id: courseSessions.id,
      startsAt: courseSessions.startsAt,
      endsAt: courseSessions.endsAt,
      place: courseSessions.place,
      cutOffAt: courseSessions.cutOffAt,
      canceledAt: courseSessions.canceledAt,
      course: {
        slug: courses.slug,
        name: courses.name,
        hours: courses.hours,
        priceCents: courses.priceCents,
        depositCents: courses.depositCents,
      },
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
    .where(which)
    .orderBy(asc(courseSessions.startsAt), asc(courses.position))
  return rows.map(({ packed, ...session }) => ({ ...session, seats: unpackSeats(packed ?? '') }))
}

const courseColumns = {
  slug: courses.slug,
  name: courses.name,
  summary: courses.summary,
  hours: courses.hours,
  priceCents: courses.priceCents,
  depositCents: courses.depositCents,
  minimumAge: courses.minimumAge,
  announcedFor: courses.announcedFor,
  topics: courses.topics,
  bring: courses.bring,
  requirements: courses.requirements,
  liveFireRounds: courses.liveFireRounds,
}

export type ListedSession = {
  id: string
  course: { slug: string; name: string }
  startsAt: Date
  endsAt: Date
  place: string
  instructor: string | null
  canceledAt: Date | null
  seats: SeatState[]
  waiting: number
}

export async function listSessionsFrom(
  db: Db,
  { email, from }: { from: Date; email?: string | undefined },
  now: Date,
): Promise<ListedSession[]> {
  const rows = await db
    .select({ id: courseSessions.id, instructor: instructors.name })
    .from(courseSessions)
    .leftJoin(instructors, eq(instructors.id, courseSessions.instructorId))
    .where(
      and(
        gte(courseSessions.startsAt, from),
        email === undefined ? undefined : and(eq(instructors.email, email), isNull(instructors.retiredAt)),
      ),
    )
    .orderBy(asc(courseSessions.startsAt), asc(courseSessions.id))
  const listed = await Promise.all(
    rows.map(async ({ id, instructor }) => {
      const [session, waiting] = await Promise.all([findSession(db, id, now), countWaiting(db, id)])
      return session && { ...session, instructor, waiting }
    }),
  )
  return listed.filter((each) => each !== undefined)
}
