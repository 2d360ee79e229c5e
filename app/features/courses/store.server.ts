import { asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { Course, InstructorRole, SeatState, Session } from './rules.ts'
import { courseSessions, courses, instructorRoles, sessionSeats } from './tables.ts'

/** Every course, in its place. */
export function listCourses(db: Db): Promise<Course[]> {
  return db.select(courseColumns).from(courses).orderBy(asc(courses.position))
}

/** The sessions that have not begun, soonest first, with the state of every seat; an overdue hold counts as open. */
export async function listSessions(db: Db, now: Date): Promise<Session[]> {
  const rows = await db
    .select({
      id: courseSessions.id,
      startsAt: courseSessions.startsAt,
      endsAt: courseSessions.endsAt,
      slug: courses.slug,
      name: courses.name,
      hours: courses.hours,
      priceCents: courses.priceCents,
      depositCents: courses.depositCents,
      packed: sql<string>`(select string_agg(
        case when ${sessionSeats.state} = 'held' and ${sessionSeats.heldUntil} <= ${now} then 'open' else ${sessionSeats.state} end,
        ' ' order by ${sessionSeats.number}) from ${sessionSeats} where ${sessionSeats.sessionId} = ${courseSessions.id})`,
    })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .where(gt(courseSessions.startsAt, now))
    .orderBy(asc(courseSessions.startsAt), asc(courses.position))
  return rows.map(({ id, startsAt, endsAt, packed, ...course }) => ({
    ...{ id, startsAt, endsAt, course },
    seats: (packed ?? '').split(' ').filter(Boolean) as SeatState[],
  }))
}

/** Who teaches, by role, with the courses of each in their places. */
export async function listInstructorRoles(db: Db): Promise<InstructorRole[]> {
  const [roles, taught] = await Promise.all([
    db.select().from(instructorRoles).orderBy(asc(instructorRoles.position)),
    listCourses(db),
  ])
  return roles.map(({ slug, role, summary, requirements, teaches }) => ({
    ...{ slug, role, summary, requirements },
    teaches: taught
      .filter((course) => teaches.includes(course.slug))
      .map((course) => ({ slug: course.slug, name: course.name })),
  }))
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
}
