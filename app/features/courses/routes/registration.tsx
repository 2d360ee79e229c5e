import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { JsonLd } from '#app/http/json-ld.tsx'
import { breadcrumbList } from '#app/http/structured-data.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { findPhotos } from '#app/features/photos/store.server.ts'
import { CourseInfo } from '../components/course-info.tsx'
import { largestClass, nextOpenSession, registeredCourse } from '../rules.ts'
import { listCourses, listSessions } from '../store/sessions.server.ts'
import '../range-drawing.css'
import { toSessionView } from '../words.ts'
import { registrationWords } from '../words/registration.ts'
import type { Route } from './+types/registration'

const page = { title: registrationWords.title, path: '/course-registration' }

/** Step one. Without a course in the URL it shows the default one. */
export const handle = { sharedParams: ['course'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, now, publicUrl, timeZone } = shop
  const [courses, sessions] = await Promise.all([listCourses(db, now()), listSessions(db, now())])
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

export function headers() {
  return sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    ...page,
    publicUrl: loaderData.publicUrl,
    description:
      'Register for a pistol course in Miami: what the day covers, what it costs, and a deposit that is refundable up to 48 hours before.',
    picture: sharePath('courses'),
  })
}

export default function Registration({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <JsonLd data={breadcrumbList(loaderData.publicUrl, [{ name: page.title, path: page.path }])} />
      <CourseInfo {...loaderData} />
    </>
  )
}
