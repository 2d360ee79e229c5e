import { Link } from 'react-router'
import { monthsOf, sessionState, type SessionView } from '../rules.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { SessionOnDay } from './session-on-day.tsx'

type Props = {
  sessions: readonly SessionView[]
  now: Date
  /** Where a session leads. */
  to: (session: SessionView) => string
}

/** Sessions on the leaves of a calendar, each leading to its seats. */
export function SessionMonths({ sessions, now, to }: Props) {
  return (
    <div className="mon">
      {monthsOf(sessions).map((month) => (
        <CalendarMonth key={month.key} month={month}>
          {(session) => (
            <Link
              key={session.id}
              to={to(session)}
              data-off={sessionState(session, now) !== 'open' || undefined}
            >
              <SessionOnDay session={session} />
            </Link>
          )}
        </CalendarMonth>
      ))}
    </div>
  )
}
