import { Link } from 'react-router'
import { monthsOf, sessionState, type ShownSession } from '../rules.ts'
import { MonthLeaf } from './month-leaf.tsx'
import { SessionOnDay } from './session-on-day.tsx'

type Props = {
  sessions: readonly ShownSession[]
  now: Date
  /** Where a session leads. */
  to: (session: ShownSession) => string
}

/** Sessions on the leaves of a calendar, each leading to its seats. */
export function SessionMonths({ sessions, now, to }: Props) {
  return (
    <div className="mon">
      {monthsOf(sessions).map((month) => (
        <MonthLeaf key={month.key} month={month}>
          {(session) => (
            <Link
              key={session.id}
              to={to(session)}
              data-off={sessionState(session, now) !== 'open' || undefined}
            >
              <SessionOnDay session={session} />
            </Link>
          )}
        </MonthLeaf>
      ))}
    </div>
  )
}
