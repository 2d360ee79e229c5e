import type { SessionView } from '../rules.ts'
import { seatsWords } from '../words.ts'

/** A session on its day of a calendar. The day itself is seen only on narrow screens, where it stands below the leaf. */
export function SessionOnDay({ session: { course, when, seats } }: { session: SessionView }) {
  return (
    <>
      <b>
        {course.name}
        <span className="vh">, </span>
      </b>
      <span>
        <span className="vh mon-w">{when.day}, </span>
        {when.startHour}, {seatsWords(seats)}
      </span>
    </>
  )
}
