import type { SessionView } from '../rules.ts'
import { seatsWords } from '../words.ts'
import { liveSeats } from './seats-left.tsx'

/** A session in the calendar. Its date is visible only on narrow screens, where sessions are listed below the month. */
export function SessionOnDay({ session }: { session: SessionView }) {
  const { course, when, seats } = session
  return (
    <>
      <b className="min-w-0 font-display text-sm leading-tight font-medium wrap-break-word text-ink">
        {course.name}
        <span className="sr-only">, </span>
      </b>
      <span {...liveSeats(session)}>
        <span className="lg:sr-only">{when.day}, </span>
        {when.startHour}, <span data-seats-left>{seatsWords(seats)}</span>
      </span>
    </>
  )
}
