import { Link } from 'react-router'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { type ScheduleAsked, scheduleTo } from '../input.ts'
import type { Course, Session } from '../rules.ts'
import { SessionList } from './session-list.tsx'
import { SessionMonths } from './session-months.tsx'

type Props = {
  asked: ScheduleAsked
  courses: readonly Course[]
  sessions: readonly Session[]
  zone: string
}

/** The dated sessions, of one course or all, as a list or by month. Both choices are links, so they work anywhere. */
export function Schedule({ asked, courses, sessions, zone }: Props) {
  const shown = sessions.filter(({ course }) => !asked.course || course.slug === asked.course)
  const choices = [{ slug: null, name: 'All courses' }, ...courses]
  const views = [
    { view: 'list', label: 'List' },
    { view: 'calendar', label: 'Calendar' },
  ] as const
  return (
    <>
      <div className="sch-bar">
        <nav className="tabs" aria-label="Course">
          {choices.map(({ slug, name }) => (
            <Link
              key={name}
              to={scheduleTo({ ...asked, course: slug })}
              aria-current={asked.course === slug ? 'true' : undefined}
              preventScrollReset
              replace
            >
              {name}
            </Link>
          ))}
        </nav>
        <nav className="tabs" aria-label="View">
          {views.map(({ view, label }) => (
            <Link
              key={view}
              to={scheduleTo({ ...asked, view })}
              aria-current={asked.view === view ? 'true' : undefined}
              preventScrollReset
              replace
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
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
        <SessionMonths sessions={shown} zone={zone} />
      ) : (
        <SessionList sessions={shown} zone={zone} />
      )}
    </>
  )
}
