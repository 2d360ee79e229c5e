import type { ReactNode } from 'react'
import type { Month } from '../rules.ts'

type Props<Listed> = {
  month: Month<Listed>
  /** Renders one session of a day. */
  children: (session: Listed, day: number) => ReactNode
}

/** One month as a table of weeks that begin on Sunday. */
export function CalendarMonth<Listed>({ month, children }: Props<Listed>) {
  return (
    <table className="schedule-month w-full table-fixed border-collapse">
      <caption className="h3 pb-4 text-left text-3xl font-light max-lg:block">{month.name}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} className="label pb-2 text-left text-faint" scope="col" abbr={weekday}>
              <span aria-hidden>{weekday.slice(0, 3)}</span>
              <span className="sr-only">{weekday}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, at) => (
          <tr key={at}>
            {week.map((cell, weekday) => (
              <td key={weekday} data-busy={cell?.sessions.length ? true : undefined}>
                {cell && (
                  <span className="schedule-day font-display text-base leading-none font-light text-faint">
                    {cell.day}
                  </span>
                )}
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
