import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { registerTo, type ScheduleAsked, scheduleTo } from '../rules/addresses.ts'
import type { Course, ShownSession } from '../rules.ts'
import { ScheduleTabs } from './schedule-tabs.tsx'
import { SessionList } from './session-list.tsx'
import { SessionMonths } from './session-months.tsx'
import { useSeats } from './use-seats.ts'

type Props = {
  asked: ScheduleAsked
  courses: readonly Course[]
  sessions: readonly ShownSession[]
  now: Date
}

/** The dated sessions with their seats as they go, of one course or all, as a list or by month; each leads to its seat. */
export function Schedule({ asked, courses, sessions, now }: Props) {
  const shown = useSeats(sessions.filter(({ course }) => !asked.course || course.slug === asked.course))
  return (
    <>
      <ScheduleTabs asked={asked} courses={courses} to={scheduleTo} />
      <p className="vh" role="status">
        {shown.length} sessions
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title="No dates at the moment"
          level={3}
          text="The next sessions are not set yet. Other courses may have a date."
          actions={<ButtonLink to={scheduleTo({ ...asked, course: null })}>All courses</ButtonLink>}
        />
      ) : asked.view === 'calendar' ? (
        <SessionMonths sessions={shown} now={now} to={({ id }) => registerTo({ session: id })} />
      ) : (
        <SessionList sessions={shown} now={now} />
      )}
    </>
  )
}
