import type { Db } from '#app/db/db.server.ts'
import { closesAt, maxStudents } from '#app/features/courses/rules.ts'
import { courseSessions, courses, sessionSeats } from '#app/features/courses/tables.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { type SampleCourse, sampleCourses } from './data/courses.ts'
import { firstHourAfter } from './shop-hour.ts'

/** Sessions begin at least this many days after installation, so that the first can still be booked. */
const firstDays = 4

export async function addCourses(tx: Db, now: Date, zone: string): Promise<void> {
  for (const [at, sample] of sampleCourses.entries()) await addCourse(tx, sample, at + 1, now, zone)
}

async function addCourse(tx: Db, sample: SampleCourse, position: number, now: Date, zone: string) {
  const { sessions, ...plain } = sample
  const [course] = await tx
    .insert(courses)
    .values({ ...plain, position })
    .returning({ id: courses.id })
  if (!course) throw new Error(`The sample course ${sample.slug} was not stored`)
  for (const { week, weekday, hour: opens, taken } of sessions) {
    const startsAt = firstWeekday(after(now, (firstDays + week * 7) * day), weekday, opens, zone)
    const [session] = await tx
      .insert(courseSessions)
      .values({
        courseId: course.id,
        startsAt,
        endsAt: after(startsAt, sample.hours * hour),
        cutOffAt: closesAt(startsAt),
      })
      .returning({ id: courseSessions.id })
    if (!session) throw new Error(`A session of ${sample.slug} was not stored`)
    await tx.insert(sessionSeats).values(
      Array.from({ length: maxStudents }, (_, seat) => ({
        sessionId: session.id,
        number: seat + 1,
        state: seat < taken ? ('taken' as const) : ('open' as const),
      })),
    )
  }
}

/** The first instant from `from` on with this weekday and hour in the zone. */
function firstWeekday(from: Date, weekday: string, opens: number, zone: string): Date {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' })
  for (let days = 0; days < 8; days++) {
    const moment = firstHourAfter(after(from, days * day), opens, zone)
    if (name.format(moment) === weekday) return moment
  }
  throw new RangeError(`No ${weekday} within eight days of ${from.toISOString()} in ${zone}`)
}
