import { Link } from 'react-router'
import { scheduleTo } from '../input.ts'
import { monthsOf, type Session } from '../rules.ts'
import { formatHour, monthWords, seatsWords } from '../words.ts'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Sessions on the leaves of a calendar. A day leads to its line in the list. */
export function SessionMonths({ sessions, zone }: { sessions: readonly Session[]; zone: string }) {
  return (
    <div className="mon">
      {monthsOf(sessions, zone).map((month) => (
        <table key={month.key}>
          <caption className="h3">{monthWords(month)}</caption>
          <thead>
            <tr>
              {weekdays.map((weekday) => (
                <th key={weekday} scope="col" abbr={weekday}>
                  <span aria-hidden>{weekday.slice(0, 3)}</span>
                  <span className="vh">{weekday}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {month.weeks.map((week, at) => (
              <tr key={at}>
                {week.map((cell, weekday) => (
                  <td key={weekday} data-busy={cell?.sessions.length ? true : undefined}>
                    {cell && <span className="mon-d">{cell.day}</span>}
                    {cell?.sessions.map((session) => (
                      <Link key={session.id} to={sessionTo(session)}>
                        <b>{session.course.name}</b>
                        <span>
                          {formatHour(session.startsAt, zone)}
                          <i>, {seatsWords(session.seats)}</i>
                        </span>
                      </Link>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}

function sessionTo({ id }: Session): string {
  return scheduleTo({ course: null, view: 'list' }).replace('#schedule', `#session-${id}`)
}
