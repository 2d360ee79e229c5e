/** What of the schedule is asked for: one course or all, as a list or by month. */
export type ScheduleAsked = { course: string | null; view: 'list' | 'calendar' }

/** Reads what an address asks of the schedule. A course nobody knows is all of them. */
export function parseSchedule(query: URLSearchParams, known: readonly { slug: string }[]): ScheduleAsked {
  const asked = query.get('course')
  return {
    course: known.some(({ slug }) => slug === asked) ? asked : null,
    view: query.get('view') === 'calendar' ? 'calendar' : 'list',
  }
}

/** The address that asks for it. */
export function scheduleTo({ course, view }: ScheduleAsked): string {
  const query = new URLSearchParams({
    ...(course && { course }),
    ...(view === 'calendar' && { view }),
  }).toString()
  return `/ccw-training${query && `?${query}`}#schedule`
}
