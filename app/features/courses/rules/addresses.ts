// What the addresses of the schedule and of the registration say, read and written in one place.

/** What of the schedule is asked for: one course or all, as a list or by month. */
export type ScheduleFilter = { course: string | null; view: 'list' | 'calendar' }

/** Reads what an address asks of the schedule. A course nobody knows is all of them. */
export function parseSchedule(query: URLSearchParams, courses: readonly { slug: string }[]): ScheduleFilter {
  const course = query.get('course')
  return {
    course: courses.some(({ slug }) => slug === course) ? course : null,
    view: query.get('view') === 'calendar' ? 'calendar' : 'list',
  }
}

/** The address that asks for it. */
export function schedulePath({ course, view }: ScheduleFilter): string {
  const query = new URLSearchParams({
    ...(course && { course }),
    ...(view === 'calendar' && { view }),
  }).toString()
  return `/ccw-training${query && `?${query}`}#schedule`
}

/** Where the registration's second step is: of the wizard from its first step, or entered with a session chosen. */
export const schedulingPaths = ['/course-registration/scheduling', '/ccw-training/register'] as const
export type SchedulingPath = (typeof schedulingPaths)[number]

/** Where a calendar that is a script is put into a document of its own. */
const widgetFramePath = '/course-registration/calendar'

/** Whether the operator's calendar is a script rather than a page: its address ends in `.js`. */
export function isWidgetScript(url: string): boolean {
  return new URL(url).pathname.endsWith('.js')
}

/** What the frame around the operator's calendar shows. */
export function widgetFrame(url: string): string {
  return isWidgetScript(url) ? widgetFramePath : url
}

/** Which of the two a request is for; one for the data of a page ends with `.data`. */
export function schedulingPathOf(pathname: string): SchedulingPath {
  return schedulingPaths.find((path) => pathname.startsWith(path)) ?? schedulingPaths[0]
}

/** What of the second step is asked for: the schedule, and the session that is chosen. */
export type SchedulingFilter = ScheduleFilter & { session: string | null }

/** Reads what an address asks of the second step. A session nobody can see any more is none. */
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

/** The address that asks for it. */
export function schedulingUrl(path: SchedulingPath, { course, view, session }: SchedulingFilter): string {
  const query = new URLSearchParams({
    ...(course && { course }),
    ...(view === 'calendar' && { view }),
    ...(session && { session }),
  }).toString()
  return `${path}${query && `?${query}`}`
}

/** The second step, entered from elsewhere: with a session chosen, or with the dates of one course. */
export function registerPath(args: { course: string } | { session: string }): string {
  return schedulingUrl('/ccw-training/register', { course: null, view: 'list', session: null, ...args })
}

/** The first step for a course. */
export function registrationPath(course: string): string {
  return `/course-registration?${new URLSearchParams({ course })}`
}

/** Whether two addresses differ in nothing but the chosen session: then everything on the page is as it was. */
export function differsOnlyInSession(from: URL, to: URL): boolean {
  const plain = (url: URL) => {
    const query = new URLSearchParams(url.search)
    query.delete('session')
    return `${url.pathname}?${query}`
  }
  return from.search !== to.search && plain(from) === plain(to)
}
