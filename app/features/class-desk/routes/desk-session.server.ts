import type { Db } from '#app/db/db.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { type DeskSession, findDeskSession } from '#app/features/courses/store/changes.server.ts'
import { listBookings } from '#app/features/courses/store/seats.server.ts'
import { classesPath } from '../../courses/roster.ts'
import { countOf } from '#app/kit/count.ts'
import { licensesOn } from '#app/features/courses/roster.ts'
import {
  listEditedCourses,
  listInstructors,
  listPlaces,
  placeWords,
  type EditedCourse,
  findPlace,
} from '#app/features/courses/store/roster.server.ts'
import { hour, after } from '#app/kit/clock.ts'
import { dateFormat, formatIsoDay } from '#app/kit/date-format.ts'
import type { CourseValues, DateValues } from '../components/forms.tsx'
import type { Shop } from '#app/http/context.server.ts'
import { startOf } from '../flows.server.ts'

/** The session of an address. @throws The 404 page for one that there is not. */
export async function requireSession(db: Db, id: string): Promise<DeskSession> {
  const session = await findDeskSession(db, id)
  if (!session)
    throw notFound('No Such Class', {
      text: 'There is no class at this address.',
      link: { to: classesPath, label: 'Classes' },
    })
  return session
}

export async function bookedCount(db: Db, sessionId: string): Promise<number> {
  return (await listBookings(db, sessionId)).length
}

/** The choices of a date's form. `placeNow` is what the class says now, or the shop's own address for a new one. */
export async function dateChoices(db: Db, today: string, placeNow: string) {
  const [courses, places, instructors] = await Promise.all([
    listEditedCourses(db),
    listPlaces(db),
    listInstructors(db),
  ])
  return {
    courses: courses
      .filter(({ retiredAt }) => !retiredAt)
      .map(({ slug, name, hours }): [string, string] => [slug, `${name}, ${countOf(hours, 'hour')}`]),
    places: [
      ['', placeNow] as [string, string],
      ...places
        .filter(({ retiredAt }) => !retiredAt)
        .map((each): [string, string] => [each.id, placeWords(each)]),
    ],
    instructors: [
      ['', 'Not named yet'] as [string, string],
      ...instructors
        .filter(({ retiredAt }) => !retiredAt)
        .map(({ id, name, licenses }): [string, string] => [
          id,
          licensesOn(licenses, today).length > 0 ? name : `${name} (no license in date)`,
        ]),
    ],
  }
}

/** A session as its form shows it. The place of the list is chosen only where somebody chooses another one. */
export function valuesOf(session: DeskSession, zone: string): DateValues {
  const { course, startsAt, cutOffAt, capacity, instructorId } = session
  const clock = dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  return {
    course: course.slug,
    day: formatIsoDay(startsAt, zone),
    time: clock.format(startsAt),
    place: '',
    instructor: instructorId ?? '',
    capacity: String(capacity),
    closes: String(Math.round((startsAt.getTime() - cutOffAt.getTime()) / hour)),
    weeks: '1',
  }
}

export function courseValues(course: EditedCourse): CourseValues {
  const { name, summary, hours, minimumAge, liveFireRounds, announcedFor, topics, bring, requirements } =
    course
  return {
    name,
    summary,
    hours: String(hours),
    minimumAge: String(minimumAge),
    liveFireRounds: String(liveFireRounds),
    announcedFor: announcedFor ?? '',
    topics: topics.join('\n'),
    bring: bring.join('\n'),
    requirements: requirements.join('\n'),
    isRetired: course.retiredAt ? 'yes' : '',
  }
}

type Wanted = { startsAt: Date; endsAt: Date; place: string }

/** When and where a class would be by the form, or undefined where the clock skips the time. */
export async function wantedDate(
  { db, timeZone }: Shop,
  session: DeskSession,
  form: { day: string; time: string; place?: string | undefined },
): Promise<Wanted | undefined> {
  const startsAt = startOf({ timeZone }, form)
  if (!startsAt) return undefined
  const place = form.place ? await findPlace(db, form.place) : undefined
  const isSameTime = startsAt.getTime() === session.startsAt.getTime()
  return {
    startsAt,
    endsAt: isSameTime ? session.endsAt : after(startsAt, session.course.hours * hour),
    place: place ? placeWords(place) : session.place,
  }
}
