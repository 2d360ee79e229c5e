import { Link } from 'react-router'
import type { ScheduleFilter } from '../rules/addresses.ts'
import type { Course } from '../rules.ts'

type Props = {
  filter: ScheduleFilter
  courses: readonly Pick<Course, 'slug' | 'name'>[]
  /** The address of the schedule that asks for something else. */
  to: (args: ScheduleFilter) => string
}

/** One course or all, list or calendar: links, so that they work anywhere and a reload keeps them. */
export function ScheduleTabs({ filter, courses, to }: Props) {
  const choices = [{ slug: null, name: 'All courses' }, ...courses]
  return (
    <div className="sch-bar">
      <nav className="tabs" aria-label="Course">
        {choices.map(({ slug, name }) => (
          <Link
            key={name}
            to={to({ ...filter, course: slug })}
            aria-current={filter.course === slug ? 'true' : undefined}
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
            to={to({ ...filter, view })}
            aria-current={filter.view === view ? 'true' : undefined}
            preventScrollReset
            replace
          >
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}

const views = [
  { view: 'list', label: 'List' },
  { view: 'calendar', label: 'Calendar' },
] as const
