import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { registerTo } from '../rules/addresses.ts'
import { sessionState, type ShownSession } from '../rules.ts'
import { registrationWords } from '../words/registration.ts'
import { DatePlate } from './date-plate.tsx'
import { JoinLine } from './join-line.tsx'
import { SeatsLeft } from './seats-left.tsx'

type Props = { sessions: readonly ShownSession[]; now: Date }

/** Sessions soonest first, each with its seats and the way to one of them. */
export function SessionList({ sessions, now }: Props) {
  return (
    <ol className="ses">
      {sessions.map((session) => {
        const { id, course, when } = session
        const state = sessionState(session, now)
        return (
          <li key={id} id={`session-${id}`} data-full={state === 'full' || undefined}>
            <DatePlate when={when} />
            <div>
              <h3 className="h4">{course.name}</h3>
              <p className="small">{when.line}</p>
            </div>
            <SeatsLeft session={session} now={now} />
            <Price cents={course.priceCents} />
            <p className="ses-a">
              {state === 'open' ? (
                <ButtonLink
                  size="sm"
                  to={registerTo({ session: id })}
                  aria-label={`Register: ${course.name}, ${when.line}`}
                >
                  {registrationWords.registerShort}
                </ButtonLink>
              ) : (
                state !== 'closed' && <JoinLine session={session} />
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
