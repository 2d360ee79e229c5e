import { shopContext } from '#app/http/context.server.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { PhotoSection } from '#app/features/photos/components/photo-section.tsx'
import { findPhotos, listCovers } from '#app/features/photos/store.server.ts'
import { BookingRules } from '../components/booking-rules.tsx'
import { CourseCards } from '../components/course-cards.tsx'
import { RangeDrawing } from '../components/range-drawing.tsx'
import { Schedule } from '../components/schedule.tsx'
import { parseSchedule } from '../rules/addresses.ts'
import { largestClass, nextOpenSession, registeredCourse } from '../rules.ts'
import { listCourses, listSessions } from '../store.server.ts'
import { seatsWords, toSessionView } from '../words.ts'
import { registrationWords } from '../words/registration.ts'
import '../range-drawing.css'
import '../schedule.css'
import type { Route } from './+types/schedule'
import { courseJsonLd, sessionsJsonLd } from './course-json-ld.ts'

const page = { title: 'CCW Training', path: '/ccw-training' }

export const handle = { sharedParams: ['course', 'view'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone, facts } = shop
  const moment = now()
  const [courses, sessions, photos, covers] = await Promise.all([
    listCourses(db, moment),
    listSessions(db, moment),
    findPhotos(shop, 'page', 'training'),
    listCovers(shop, 'course'),
  ])
  const filter = parseSchedule(new URL(request.url).searchParams, courses)
  const shown = sessions.map((session) => toSessionView(session, timeZone, moment))
  return { courses, sessions: shown, photos, covers, filter, publicUrl, facts: facts(), now: moment }
}

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    description:
      'Pistol and concealed-carry courses in Miami, Florida: small classes, seats left, prices, and a deposit that is refundable up to 48 hours before.',
    picture: sharePath('courses'),
  })
}

export default function Training({ loaderData }: Route.ComponentProps) {
  const { courses, sessions, photos, covers, filter, publicUrl, facts, now } = loaderData
  const next = nextOpenSession(sessions)
  const registered = courses.find(({ slug }) => slug === registeredCourse) ?? courses[0]
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      {courses.map((course) => (
        <JsonLd key={course.slug} data={courseJsonLd(course, sessions, { publicUrl, facts })} />
      ))}
      {sessions.length > 0 && <JsonLd data={sessionsJsonLd(sessions, courses, { publicUrl, facts })} />}
      <header>
        <div className="wrap grid min-h-[min(680px,calc(100svh-var(--spacing-nav)))] grid-cols-[minmax(0,5fr)_minmax(0,7fr)] items-center gap-x-6 gap-y-8 py-12 max-lg:min-h-0 max-lg:grid-cols-1 max-lg:pt-10 max-lg:pb-6">
          <div className="grid justify-items-start gap-6">
            <h1 className="h1 text-title font-hairline">CCW Training</h1>
            <p className="lead">
              Small classes, each student with a lane of their own. Choose a date, come rested, and leave with
              a record of what you can do.
            </p>
            <div className="btns max-lg:w-full max-lg:[&_.btn]:w-full">
              <ButtonLink to="/ccw-training/register" variant="primary">
                {registrationWords.register}
              </ButtonLink>
              <ButtonLink to="#schedule">See the Schedule</ButtonLink>
              <ButtonLink to="/ccw-training/instructors">Instructors</ButtonLink>
            </div>
          </div>
          {next && (
            <figure className="grid gap-3">
              <RangeDrawing seats={next.seats} />
              <figcaption className="text-sm text-faint">
                Next class: {next.course.name}, {next.when.day}. {seatsWords(next.seats)}. Lit lanes are open
                seats.
              </figcaption>
            </figure>
          )}
        </div>
      </header>
      <Section id="schedule" title="Schedule" lead="Every date and its open seats, in Miami time.">
        <Schedule filter={filter} courses={courses} sessions={sessions} now={now} />
      </Section>
      <Section title="The courses">
        <CourseCards courses={courses} sessions={sessions} covers={covers} />
      </Section>
      <PhotoSection set={photos} title="On the range" withCover />
      <BookingRules
        course={registered}
        largest={registered ? largestClass(sessions, registered.slug) : null}
      />
    </>
  )
}
