import { Link } from 'react-router'
import type { ScheduleFilter } from '../rules/addresses.ts'
import type { Course } from '../rules.ts'

type Props = {
  filter: ScheduleFilter
  courses: readonly Pick<Course, 'slug' | 'name'>[]
  /** The URL of the schedule with another filter. */
  to: (args: ScheduleFilter) => string
}

/** The course and view filters. They are links, so they work without script and survive a reload. */
export function ScheduleTabs({ filter, courses, to }: Props) {
  const choices = [{ slug: null, name: 'All courses' }, ...courses]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 border-b border-hairline max-lg:grid-cols-1">
      <nav className="tabs border-b-0" aria-label="Course">
        {choices.map(({ slug, name }) => (
          <Link
            key={name}
            to={to({ ...filter, course: slug })}
            aria-current={filter.course === slug ? 'true' : undefined}
            replace
          >
            {name}
          </Link>
        ))}
      </nav>
      <nav className="tabs border-b-0" aria-label="View">
        {views.map(({ view, label }) => (
          <Link
            key={view}
            to={to({ ...filter, view })}
            aria-current={filter.view === view ? 'true' : undefined}
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
