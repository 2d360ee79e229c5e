import { monthsOf, type Session, sessionState } from '../rules.ts'
import { formatHour, formatSessionDay, seatsWords } from '../words.ts'
import { MonthLeaf } from './month-leaf.tsx'
import { type Choosing, SessionRadio } from './session-choice.tsx'

type Props = Choosing & { sessions: readonly Session[]; zone: string; now: Date }

/** The same sessions on the leaves of a calendar. Those without a seat stand there in words, without a button. */
export function CalendarChoice({ sessions, zone, now, ...choosing }: Props) {
  return (
    <div className="mon pick-mon">
      {monthsOf(sessions, zone).map((month) => (
        <MonthLeaf key={month.key} month={month}>
          {(session) => {
            const isOffered = sessionState(session, now) === 'open' || choosing.chosen === session.id
            return (
              <label key={session.id} data-off={!isOffered || undefined}>
                {isOffered && <SessionRadio session={session} {...choosing} />}
                <b>{session.course.name}</b>
                <span className="vh">, {formatSessionDay(session.startsAt, zone)}, </span>
                <span>
                  {formatHour(session.startsAt, zone)}
                  <i>, {seatsWords(session.seats)}</i>
                </span>
              </label>
            )
          }}
        </MonthLeaf>
      ))}
    </div>
  )
}
