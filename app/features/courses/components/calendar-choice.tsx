import { monthsOf, sessionState, type ShownSession } from '../rules.ts'
import { MonthLeaf } from './month-leaf.tsx'
import { type Choosing, SessionRadio } from './session-choice.tsx'
import { SessionOnDay } from './session-on-day.tsx'

type Props = Choosing & { sessions: readonly ShownSession[]; now: Date }

/** The same sessions on the leaves of a calendar. Those without a seat stand there in words, without a button. */
export function CalendarChoice({ sessions, now, ...choosing }: Props) {
  return (
    <div className="mon pick-mon">
      {monthsOf(sessions).map((month) => (
        <MonthLeaf key={month.key} month={month}>
          {(session) => {
            const isOffered = sessionState(session, now) === 'open' || choosing.chosen === session.id
            return (
              <label key={session.id} data-off={!isOffered || undefined}>
                {isOffered && <SessionRadio session={session} {...choosing} />}
                <SessionOnDay session={session} />
              </label>
            )
          }}
        </MonthLeaf>
      ))}
    </div>
  )
}
