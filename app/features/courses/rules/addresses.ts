// Parses and builds the URLs of the schedule, of the registration and of certificates.
import { formatCertificateCode } from './certificate.ts'

/** One course or all, as a list or a calendar. */
export type ScheduleFilter = { course: string | null; view: 'list' | 'calendar' }

/** Parses the filter. An unknown course means all courses. */
export function parseSchedule(query: URLSearchParams, courses: readonly { slug: string }[]): ScheduleFilter {
  const course = query.get('course')
  return {
    course: courses.some(({ slug }) => slug === course) ? course : null,
    view: query.get('view') === 'calendar' ? 'calendar' : 'list',
  }
}

/** The schedule's URL with a filter. */
export function schedulePath({ course, view }: ScheduleFilter): string {
  const query = new URLSearchParams({
    ...(course && { course }),
    ...(view === 'calendar' && { view }),
  }).toString()
  return `/ccw-training${query && `?${query}`}#schedule`
}

/** The two URLs of step two: from step one, or entered directly. */
export const schedulingPaths = ['/course-registration/scheduling', '/ccw-training/register'] as const
export type SchedulingPath = (typeof schedulingPaths)[number]

/** The document around an external calendar that is a script. */
const widgetFramePath = '/course-registration/calendar'

/** Whether the operator's external calendar is a script rather than a page: its URL ends in `.js`. */
export function isWidgetScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js')
}

/** The URL of the frame with the operator's calendar. */
export function widgetFrame(url: string): string {
  return isWidgetScript(url) ? widgetFramePath : url
}

/** Which of the two a request is for. Data requests end with `.data`. */
export function schedulingPathOf(pathname: string): SchedulingPath {
  return schedulingPaths.find((path) => pathname.startsWith(path)) ?? schedulingPaths[0]
}

/** The filter of step two and the selected session. */
export type SchedulingFilter = ScheduleFilter & { session: string | null }

/** Parses the filter of step two. An unavailable session becomes null. */
export function parseScheduling(
  query: URLSearchParams,
  courses: readonly { slug: string }[],
  sessions: readonly { id: string }[],
): SchedulingFilter {
  const session = query.get('session')
  return {
    ...parseSchedule(query, courses),
    session: sessions.some(({ id }) => id === session) ? session : null,
  }
}

/** The URL of step two with a filter. */
export function schedulingUrl(path: SchedulingPath, { course, view, session }: SchedulingFilter): string {
  const query = new URLSearchParams({
    ...(course && { course }),
    ...(view === 'calendar' && { view }),
    ...(session && { session }),
  }).toString()
  return `${path}${query && `?${query}`}`
}

/** Step two with a session selected, or with the dates of one course. */
export function registerPath(args: { course: string } | { session: string }): string {
  return schedulingUrl('/ccw-training/register', { course: null, view: 'list', session: null, ...args })
}

/** The page on which anybody reads a certificate of training by its code. */
export function certificatePath(code: string): string {
  return `/vault?code=${formatCertificateCode(code)}`
}

/** Step one for a course. */
export function registrationPath(course: string): string {
  return `/course-registration?${new URLSearchParams({ course })}`
}
