import { Link } from 'react-router'
import { UnitLines } from '#app/features/console/components/dimension-line.tsx'
import { Shape, type StatusKind } from '#app/features/console/components/shape.tsx'
import type { SeatState } from '#app/features/courses/rules.ts'
import { rosterPath } from '../rules.ts'

/** A class on the board. */
export type BoardClass = {
  id: string
  /** `2026-12-05`. */
  day: string
  hour: string
  course: string
  kind: StatusKind
  /** What the shape means, with the count of seats: `7 of 12 taken`. */
  words: string
  seats: readonly SeatState[]
  isCanceled: boolean
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const cell = 'min-h-24 min-w-0 border-r border-b border-hairline p-1.5 max-md:min-h-0 max-md:p-3'

/**
 * A month as the live board draws it: days for cells, a line per seat. Phones show the days that have a class, one under the
 * other.
 */
export function MonthBoard({
  month,
  weeks,
  today,
  classes,
}: {
  month: string
  weeks: readonly (readonly string[])[]
  today: string
  classes: readonly BoardClass[]
}) {
  return (
    <table className="w-full table-fixed border-collapse max-md:block" data-item={1}>
      <caption className="sr-only">Classes of the month, by day</caption>
      <thead className="max-md:hidden">
        <tr>
          {weekdays.map((name) => (
            <th
              key={name}
              scope="col"
              className="con-label border-r border-b border-hairline px-2 py-1 text-left"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {weeks.map((week) => (
          <tr key={week[0]} className="align-top max-md:block">
            {week.map((day) => {
              const held = classes.filter((each) => each.day === day)
              return (
                <td
                  key={day}
                  className={`${cell} max-md:block ${held.length === 0 ? 'max-md:hidden' : ''} ${day === today ? 'bg-accent-tint' : ''}`}
                >
                  <time
                    dateTime={day}
                    className={`con-code ${day.startsWith(month) ? '' : 'text-faint'}`}
                    aria-current={day === today ? 'date' : undefined}
                  >
                    <span className="md:hidden">{weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]} </span>
                    {Number(day.slice(8))}
                  </time>
                  {held.map((each) => (
                    <BoardSlip key={each.id} held={each} />
                  ))}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BoardSlip({ held }: { held: BoardClass }) {
  const { id, hour, course, kind, words, seats, isCanceled } = held
  return (
    <Link to={rosterPath(id)} className="con-slip mt-1" data-open="">
      <span>
        <Shape kind={kind} />
        <span className="con-code">{hour}</span>
      </span>
      <span className={`block text-sm ${isCanceled ? 'text-faint line-through' : ''}`}>{course}</span>
      <UnitLines units={seats} label={words} />
      <span className="block text-xs text-faint">{words}</span>
    </Link>
  )
}
