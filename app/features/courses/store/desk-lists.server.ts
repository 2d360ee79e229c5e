import { and, asc, eq, gt, gte, isNull, lt, type SQL } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { SeatState } from '../rules.ts'
import { courseSessions } from '../tables.ts'
import { instructors } from '../teaching-tables.ts'
import { countWaiting } from './offers.server.ts'
import { findSession } from './sessions.server.ts'

/** A session as the desk lists it: also past and canceled ones. */
export type ListedSession = {
  id: string
  course: { slug: string; name: string }
  startsAt: Date
  endsAt: Date
  place: string
  instructor: string | null
  canceledAt: Date | null
  seats: SeatState[]
  /** How many wait for a seat. */
  waiting: number
}

/** The sessions that begin in a span, soonest first; with an email only those that name its instructor. */
export function listSessionsIn(
  db: Db,
  { email, from, to }: { from: Date; to: Date; email?: string | undefined },
  now: Date,
): Promise<ListedSession[]> {
  return list(db, and(gte(courseSessions.startsAt, from), lt(courseSessions.startsAt, to)), email, now)
}

/** All sessions that are to come, soonest first, without canceled ones; with an email only those that name its instructor. */
export function listComing(db: Db, email: string | undefined, now: Date): Promise<ListedSession[]> {
  return list(db, and(gt(courseSessions.startsAt, now), isNull(courseSessions.canceledAt)), email, now)
}

async function list(
  db: Db,
  which: SQL | undefined,
  email: string | undefined,
  now: Date,
): Promise<ListedSession[]> {
  const rows = await db
    .select({ id: courseSessions.id, instructor: instructors.name })
    .from(courseSessions)
    .leftJoin(instructors, eq(instructors.id, courseSessions.instructorId))
    .where(
      and(
        which,
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
