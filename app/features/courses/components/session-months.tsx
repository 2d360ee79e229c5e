import { Link } from 'react-router'
import { monthsOf, type Session } from '../rules.ts'
import { formatHour, seatsWords } from '../words.ts'
import { MonthLeaf } from './month-leaf.tsx'

type Props = {
  sessions: readonly Session[]
  zone: string
  /** Where a session leads. */
  to: (session: Session) => string
}

/** Sessions on the leaves of a calendar, each leading to its seats. */
export function SessionMonths({ sessions, zone, to }: Props) {
  return (
    <div className="mon">
      {monthsOf(sessions, zone).map((month) => (
        <MonthLeaf key={month.key} month={month}>
          {(session) => (
            <Link key={session.id} to={to(session)}>
              <b>{session.course.name}</b>
              <span>
                {formatHour(session.startsAt, zone)}
                <i>, {seatsWords(session.seats)}</i>
              </span>
            </Link>
          )}
        </MonthLeaf>
      ))}
    </div>
  )
}
