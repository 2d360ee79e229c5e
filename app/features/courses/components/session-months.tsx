import { Link } from 'react-router'
import { monthsOf, sessionState, type SessionView } from '../rules.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { SessionOnDay } from './session-on-day.tsx'

type Props = {
  sessions: readonly SessionView[]
  now: Date
  /** The page that a session links to. */
  to: (session: SessionView) => string
}

/** Sessions as a calendar, each a link to its registration. */
export function SessionMonths({ sessions, now, to }: Props) {
  return (
    <div className="grid gap-12 pt-8">
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
