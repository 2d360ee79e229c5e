import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { isUuid } from '#app/kit/uuid.ts'
import {
  type Course,
  type InstructorRole,
  packSeats,
  type LiveSeats,
  type Session,
  unpackSeats,
} from '../rules.ts'
import { courseSessions, courses, sessionSeats } from '../tables.ts'
import { instructorRoles } from '../teaching-tables.ts'
import { priceAt } from './prices.server.ts'
import { isWaitedFor } from './waiting.server.ts'

/** Every course that is taught, in order, at the price of `now`. */
export function listCourses(db: Db, now: Date): Promise<Course[]> {
  return db
    .select({ ...courseColumns, ...pricesAt(now) })
    .from(courses)
    .where(isNull(courses.retiredAt))
    .orderBy(asc(courses.position))
}

/** The prices of the course of a row, in US cents. */
const pricesAt = (now: Date) => {
  const at = (column: string) =>
    sql<number>`(select price.${sql.raw(column)} from (${priceAt(sql`${courses}`, sql`${now}::timestamptz`)}) price)`
  return { priceCents: at('price_cents'), depositCents: at('deposit_cents') }
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

/** The live topic's state. */
export async function findLiveSeats(db: Db, now: Date): Promise<LiveSeats> {
  const sessions = await listSessions(db, now)
  return Object.fromEntries(sessions.map(({ id, seats }) => [id, packSeats(seats)]))
}

/** Instructor roles with the courses they teach, in order. */
export async function listInstructorRoles(db: Db, now: Date): Promise<InstructorRole[]> {
  const [roles, taught] = await Promise.all([
    db.select().from(instructorRoles).orderBy(asc(instructorRoles.position)),
    listCourses(db, now),
  ])
  return roles.map(({ slug, role, summary, requirements, teaches }) => ({
    slug,
    role,
    summary,
    requirements,
    teaches: taught
      .filter((course) => teaches.includes(course.slug))
      .map((course) => ({
        slug: course.slug,
        name: course.name,
      })),
  }))
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
        ...pricesAt(now),
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
  minimumAge: courses.minimumAge,
  announcedFor: courses.announcedFor,
  topics: courses.topics,
  bring: courses.bring,
  requirements: courses.requirements,
  liveFireRounds: courses.liveFireRounds,
}
