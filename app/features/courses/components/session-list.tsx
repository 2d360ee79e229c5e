import { Badge } from '#app/ui/badge.tsx'
import { Price } from '#app/ui/price.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { type Session, seatsLeft } from '../rules.ts'
import { formatHours, formatSessionDay, seatsWords, zoneWords } from '../words.ts'
import { DatePlate } from './date-plate.tsx'

/** Sessions soonest first, each with its twelve seats. */
export function SessionList({ sessions, zone }: { sessions: readonly Session[]; zone: string }) {
  return (
    <ol className="ses">
      {sessions.map((session) => {
        const { id, course, startsAt, seats } = session
        const isFull = seatsLeft(seats) === 0
        return (
          <li key={id} id={`session-${id}`} data-full={isFull || undefined}>
            <DatePlate day={startsAt} zone={zone} />
            <div>
              <h3 className="h4">{course.name}</h3>
              <p className="small">
                {formatSessionDay(startsAt, zone)}, {formatHours(session, zone)} {zoneWords(startsAt, zone)}
              </p>
            </div>
            <div className="ses-s">
              <Ticks units={seats} />
              <p className="small">{isFull ? <Badge kind="sold">FULL</Badge> : seatsWords(seats)}</p>
            </div>
            <Price cents={course.priceCents} />
          </li>
        )
      })}
    </ol>
  )
}
