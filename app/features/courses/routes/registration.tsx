import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { breadcrumbList, JsonLd } from '#app/http/structured-data.tsx'
import { pageMeta, type SharedHandle, sharedPage, sharePath } from '#app/http/page-head.ts'
import { findPhotos } from '#app/features/photos/store.server.ts'
import {
  largestClass,
  nextOpenSession,
  registeredCourse,
  registrationPath,
  schedulingUrl,
  seatsTopic,
} from '../rules.ts'
import { listCourses, listSessions } from '../store/sessions.server.ts'
import { toSessionView, bookingFacts, refundRule, seatsWords } from '../words.ts'
import type { Route } from './+types/registration'
import Check from 'lucide-react/icons/check'
import { ButtonLink } from '#app/ui/button.tsx'
import { PhotoGallery, Photo } from '#app/features/photos/components/photo.tsx'
import { DatePlate, Lines, liveSeats, WizardProgress } from '../sessions.tsx'

const page = { title: 'Course Registration', path: '/course-registration' }

export const handle = { sharedParams: ['course'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone } = shop
  const [courses, sessions] = await Promise.all([listCourses(db), listSessions(db, now())])
  const slug = new URL(request.url).searchParams.get('course')
  const find = (wanted: string | null) => courses.find((course) => course.slug === wanted)
  const course = find(slug) ?? find(registeredCourse) ?? courses[0]
  if (!course)
    throw notFound('No Courses', {
      text: 'There are no courses right now.',
      link: { to: '/contact', label: 'Contact' },
    })
  const next = nextOpenSession(sessions.filter((session) => session.course.slug === course.slug))
  return {
    course,
    largest: largestClass(sessions, course.slug),
    photos: await findPhotos(shop, 'course', course.slug),
    others: courses.filter(({ slug }) => slug !== course.slug).map(({ slug, name }) => ({ slug, name })),
    next: next ? toSessionView(next, timeZone, now()) : null,
    publicUrl,
  }
}

export const headers = () => sharedPage

export const meta = pageMeta({
  ...page,
  description:
    'Register for a pistol course in Miami: what the day covers, what it costs, and a deposit that is refundable up to 48 hours before.',
  picture: sharePath('courses'),
})

export default function Registration({ loaderData }: Route.ComponentProps) {
  const { course, largest, photos, others, next, publicUrl } = loaderData
  return (
    <>
      <JsonLd data={breadcrumbList(publicUrl, [{ name: page.title, path: page.path }])} />
      <header>
        <div className="wrap grid gap-4 pt-8 pb-6 max-lg:pt-6 max-lg:pb-4">
          <WizardProgress current={0} />
          <h1 className="h1 mt-4">Course Registration</h1>
        </div>
      </header>
      <div className="wrap grid grid-cols-[minmax(0,1fr)_minmax(300px,372px)] items-start gap-x-12 gap-y-8 pb-24 max-xl:grid-cols-1">
        <article className="grid gap-6" aria-labelledby="course">
          <h2 className="h2" id="course">
            {course.name}
          </h2>
          <p className="lead">{course.summary}</p>
          {photos.cover && (
            <Photo
              photo={photos.cover}
              sizes="(width >= 1180px) 700px, 100vw"
              isFirst
              className="aspect-[3/2] rounded-plate"
            />
          )}
          <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-12 gap-y-6 max-lg:grid-cols-1">
            <div>
              <h3 className="h4 pb-3">The day</h3>
              <Lines as="ol" items={course.topics} />
            </div>
            <div>
              <h3 className="h4 pb-3">Bring</h3>
              <Lines items={course.bring} />
            </div>
          </div>
          <PhotoGallery photos={photos.gallery} label={`Photographs of ${course.name}`} />
          {next && (
            <figure className="max-w-[660px]" data-live={seatsTopic}>
              <div className="grid gap-3" {...liveSeats(next)}>
                <figcaption className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 text-sm text-muted">
                  <DatePlate when={next.when} />
                  <span>
                    Next class: {next.when.full}. <span data-seats-left>{seatsWords(next.seats)}</span>.
                  </span>
                </figcaption>
              </div>
            </figure>
          )}
        </article>
        <div className="grid gap-4 rounded-plate border border-hairline bg-sheet p-6 xl:sticky xl:top-[88px]">
          <ul className="grid gap-3">
            {bookingFacts(course, largest).map((fact) => (
              <li key={fact} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-3">
                <Check aria-hidden className="mt-1 size-[18px] text-accent" />
                {fact}
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">
            {refundRule.refund} {refundRule.noShow}
          </p>
          <ButtonLink
            variant="primary"
            block
            href={schedulingUrl('/course-registration/scheduling', {
              course: course.slug,
              session: null,
            })}
          >
            Register Now
          </ButtonLink>
          {others.length > 0 && (
            <nav aria-label="Other courses" className="text-sm text-muted">
              Other courses:{' '}
              {others.map(({ slug, name }, at) => (
                <span key={slug}>
                  {at > 0 && ', '}
                  <a className="link" href={registrationPath(slug)}>
                    {name}
                  </a>
                </span>
              ))}
            </nav>
          )}
        </div>
      </div>
    </>
  )
}
