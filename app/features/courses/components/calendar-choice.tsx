import { monthsOf, sessionState, type SessionView } from '../rules.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { type ChoiceProps, SessionRadio } from './session-choice.tsx'
import { SessionOnDay } from './session-on-day.tsx'

type Props = ChoiceProps & { sessions: readonly SessionView[]; now: Date }

/** Sessions as a calendar of radio buttons. Those without an open seat cannot be selected. */
export function CalendarChoice({ sessions, now, ...choice }: Props) {
  return (
    <div className="schedule-choice grid gap-12 pt-8">
      {monthsOf(sessions).map((month) => (
        <CalendarMonth key={month.key} month={month}>
          {(session) => {
            const isOffered = sessionState(session, now) === 'open' || choice.selected === session.id
            return (
              <label key={session.id} data-off={!isOffered || undefined}>
                {isOffered && <SessionRadio session={session} {...choice} />}
                <SessionOnDay session={session} />
              </label>
            )
          }}
        </CalendarMonth>
      ))}
    </div>
  )
}
