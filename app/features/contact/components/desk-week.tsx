import { type OpeningHours, wallClock } from '../rules.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const fromMonday = [1, 2, 3, 4, 5, 6, 0]
const halfHours = 48
/** The distance of two lines, and the heights of an open and of a closed one, in units of the drawing. */
const step = 10
const open = 26
const closed = 6
const height = 34

/**
 * The week at the desk: one line for each half hour, standing while somebody is there. Decoration beside the hours in
 * words, made of the same hours.
 */
export function DeskWeek({ hours, now }: { hours: OpeningHours; now: Date }) {
  const clock = wallClock(hours.zone, now)
  return (
    <figure className="ct-week" aria-hidden>
      {fromMonday.map((weekday) => {
        const span = hours.days[weekday]
        const isOpen = (at: number) => !!span && at * 30 >= span.from && at * 30 < span.to
        const isToday = weekday === clock.weekday
        return (
          <div key={weekday} className={isToday ? 'ct-day today' : 'ct-day'}>
            <span>{days[weekday]}</span>
            <svg viewBox={`0 0 ${halfHours * step} ${height}`} preserveAspectRatio="none">
              <path className="ct-shut" d={linesWhere((at) => !isOpen(at), closed)} />
              <path className="ct-open" d={linesWhere(isOpen, open)} />
              {isToday && <path className="ct-here" d={`M${(clock.minutes / 30) * step} 0V${height}`} />}
            </svg>
          </div>
        )
      })}
      <div className="ct-hours">
        {['12 AM', '6 AM', 'Noon', '6 PM'].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <figcaption className="cap">
        One line for each half hour{hours.zoneName && `, ${hours.zoneName}`}
      </figcaption>
    </figure>
  )
}

/** Lines in the middle of their half hour, standing on the ground. */
function linesWhere(stands: (at: number) => boolean, tall: number): string {
  return Array.from({ length: halfHours }, (_, at) =>
    stands(at) ? `M${at * step + step / 2} ${height}v${-tall}` : '',
  ).join('')
}
