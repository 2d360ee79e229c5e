import { and, asc, eq, gt, isNull, type SQL, sql, gte } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { isUuid } from '#app/kit/uuid.ts'
import {
  type Course,
  type InstructorRole,
  packSeats,
  type LiveSeats,
  type Session,
  unpackSeats,
  seatsTopic,
  type SeatState,
} from '../rules.ts'
import {
  courseSessions,
  courses,
  sessionSeats,
  instructorRoles,
  coursePrices,
  instructors,
} from '../tables.ts'
import { isWaitedFor, countWaiting } from './offers.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'

export function listCourses(db: Db, now: Date): Promise<Course[]> {
  return db
    .select({ ...courseColumns, ...pricesAt(now) })
    .from(courses)
    .where(isNull(courses.retiredAt))
    .orderBy(asc(courses.position))
}

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

export async function findLiveSeats(db: Db, now: Date): Promise<LiveSeats> {
  const sessions = await listSessions(db, now)
  return Object.fromEntries(sessions.map(({ id, seats }) => [id, packSeats(seats)]))
}

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

/** `price_cents` and `deposit_cents` of the latest row that has begun, or else of the course, whose row in the statement is `course`. */
export function priceAt(course: SQL, now: SQL): SQL {
  return sql`
    select coalesce(later.price_cents, ${course}.price_cents) as price_cents,
      coalesce(later.deposit_cents, ${course}.deposit_cents) as deposit_cents
    from (select 1) one left join lateral (
      select price_cents, deposit_cents from ${coursePrices}
      where course_id = ${course}.id and starts_at <= ${now} order by starts_at desc limit 1
    ) later on true`
}

export type CoursePrice = Pick<typeof coursePrices.$inferSelect, 'startsAt' | 'priceCents' | 'depositCents'>

export function listPrices(db: Db, courseId: string): Promise<CoursePrice[]> {
  const { startsAt, priceCents, depositCents } = coursePrices
  return db
    .select({ startsAt, priceCents, depositCents })
    .from(coursePrices)
    .where(eq(coursePrices.courseId, courseId))
    .orderBy(asc(startsAt))
}

export function mayPrice({ priceCents, depositCents }: { priceCents: number; depositCents: number }) {
  if (depositCents < 100) return refuse('deposit_too_low')
  return priceCents < depositCents ? refuse('price_below_deposit') : allowed
}

/** Sets the price of a course from an instant on, and replaces one with the same instant. Bookings keep their price. */
export async function setPrice({ tx, now, announce }: UnitOfWork, slug: string, price: CoursePrice) {
  const [course] = await tx.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  if (!course) return refuse('course_not_found')
  const { startsAt, priceCents, depositCents } = price
  const verdict = mayPrice(price)
  if (!verdict.ok) return verdict
  // To the second: the form says "now" in minutes.
  if (startsAt.getTime() < now.getTime() - 120_000) return refuse('price_in_the_past')
  await tx
    .insert(coursePrices)
    .values({ ...price, courseId: course.id })
    .onConflictDoUpdate({
      target: [coursePrices.courseId, coursePrices.startsAt],
      set: { priceCents, depositCents },
    })
  announce(seatsTopic)
  return { ok: true as const }
}

export async function removePrice({ tx, now }: UnitOfWork, slug: string, startsAt: Date) {
  const [course] = await tx.select({ id: courses.id }).from(courses).where(eq(courses.slug, slug))
  if (!course) return refuse('course_not_found')
  const removed = await tx
    .delete(coursePrices)
    .where(
      and(
        eq(coursePrices.courseId, course.id),
        eq(coursePrices.startsAt, startsAt),
        gt(coursePrices.startsAt, now),
      ),
    )
    .returning({ startsAt: coursePrices.startsAt })
  return removed.length > 0 ? { ok: true as const } : refuse('price_begun')
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
