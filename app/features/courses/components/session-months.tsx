import { Link } from 'react-router'
import { monthsOf, type ShownSession } from '../rules.ts'
import { seatsWords } from '../words.ts'
import { MonthLeaf } from './month-leaf.tsx'

type Props = {
  sessions: readonly ShownSession[]
  /** Where a session leads. */
  to: (session: ShownSession) => string
}

/** Sessions on the leaves of a calendar, each leading to its seats. */
export function SessionMonths({ sessions, to }: Props) {
  return (
    <div className="mon">
      {monthsOf(sessions).map((month) => (
        <MonthLeaf key={month.key} month={month}>
          {(session) => (
            <Link key={session.id} to={to(session)}>
              <b>{session.course.name}</b>
              <span>
                {session.when.startHour}
                <i>, {seatsWords(session.seats)}</i>
              </span>
            </Link>
          )}
        </MonthLeaf>
      ))}
    </div>
  )
}
