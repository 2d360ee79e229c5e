import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { registerPath, type ScheduleFilter, schedulePath } from '../rules/addresses.ts'
import { type Course, seatsTopic, type SessionView } from '../rules.ts'
import { ScheduleTabs } from './schedule-tabs.tsx'
import { SessionList } from './session-list.tsx'
import { SessionMonths } from './session-months.tsx'

type Props = {
  filter: ScheduleFilter
  courses: readonly Course[]
  sessions: readonly SessionView[]
  now: Date
}

/** The sessions of one course or all, as a list or a calendar, with live seat counts. */
export function Schedule({ filter, courses, sessions, now }: Props) {
  const shown = sessions.filter(({ course }) => !filter.course || course.slug === filter.course)
  return (
    <div data-live={seatsTopic}>
      <ScheduleTabs filter={filter} courses={courses} to={schedulePath} />
      <p className="sr-only" role="status">
        {shown.length} {shown.length === 1 ? 'session' : 'sessions'}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title="No dates right now"
          level={3}
          text="New dates are not set yet. Another course may have one."
          actions={<ButtonLink to={schedulePath({ ...filter, course: null })}>All courses</ButtonLink>}
        />
      ) : filter.view === 'calendar' ? (
        <SessionMonths sessions={shown} now={now} to={({ id }) => registerPath({ session: id })} />
      ) : (
        <SessionList sessions={shown} now={now} />
      )}
    </div>
  )
}
