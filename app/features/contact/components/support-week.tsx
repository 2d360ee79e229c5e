import { type OpeningHours, wallClock } from '../rules.ts'

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const fromMonday = [1, 2, 3, 4, 5, 6, 0]
const halfHours = 48
/** The distance of two lines, and the heights of an open and of a closed one, in units of the drawing. */
const step = 10
const open = 26
const closed = 6
const height = 34

const hourLabel = 'font-display text-xs leading-none tracking-wider'

/**
 * The week at the desk: one line for each half hour in which somebody is there. Decoration beside the hours in
 * words, made of the same hours.
 */
export function SupportWeek({ hours, now }: { hours: OpeningHours; now: Date }) {
  const clock = wallClock(hours.zone, now)
  return (
    <figure className="grid gap-1.5" aria-hidden>
      {fromMonday.map((weekday) => {
        const span = hours.days[weekday]
        const isOpen = (index: number) => !!span && index * 30 >= span.from && index * 30 < span.to
        const isToday = weekday === clock.weekday
        return (
          <div key={weekday} className="grid grid-cols-[44px_1fr] items-end">
            <span className={isToday ? `${hourLabel} text-accent` : `${hourLabel} text-faint`}>
              {days[weekday]}
            </span>
            <svg
              className="h-[30px] w-full overflow-visible border-b border-hairline"
              viewBox={`0 0 ${halfHours * step} ${height}`}
              preserveAspectRatio="none"
            >
              <path className="pen stroke-control" d={barsPath((index) => !isOpen(index), closed)} />
              <path
                className={isToday ? 'pen stroke-accent stroke-2' : 'pen stroke-ink stroke-[1.5]'}
                d={barsPath(isOpen, open)}
              />
              {isToday && (
                <path className="pen stroke-ok stroke-2" d={`M${(clock.minutes / 30) * step} 0V${height}`} />
              )}
            </svg>
          </div>
        )
      })}
      <div className="mt-1 ml-11 grid grid-cols-4">
        {['12 AM', '6 AM', 'Noon', '6 PM'].map((hour) => (
          <span key={hour} className={`${hourLabel} text-faint`}>
            {hour}
          </span>
        ))}
      </div>
      <figcaption className="ml-11 text-sm text-faint">
        One bar per half hour{hours.zoneName && `, ${hours.zoneName}`}
      </figcaption>
    </figure>
  )
}

/** Lines in the middle of their half hour, drawn up from the ground. */
function barsPath(isIncluded: (index: number) => boolean, barHeight: number): string {
  return Array.from({ length: halfHours }, (_, index) =>
    isIncluded(index) ? `M${index * step + step / 2} ${height}v${-barHeight}` : '',
  ).join('')
}
