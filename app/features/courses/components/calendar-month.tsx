import type { ReactNode } from 'react'
import type { Month } from '../rules.ts'

type Props<Listed> = {
  month: Month<Listed>
  /** What stands on a day for each of its sessions. */
  children: (session: Listed, day: number) => ReactNode
}

/** One leaf of a calendar: a table of weeks from Sunday, its columns headed by the weekdays. */
export function CalendarMonth<Listed>({ month, children }: Props<Listed>) {
  return (
    <table>
      <caption className="h3">{month.name}</caption>
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
                {cell?.sessions.map((session) => children(session, cell.day))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
