import type { DeskSession } from '#app/features/courses/store/change-session.server.ts'
import { hour } from '#app/kit/clock.ts'
import { dateFormat, formatIsoDay } from '#app/kit/date-format.ts'
import type { EditedCourse } from '#app/features/courses/store/edit-course.server.ts'
import type { CourseValues } from '../components/course-form.tsx'
import type { DateValues } from '../components/date-form.tsx'

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

/** A course as its form shows it. */
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
