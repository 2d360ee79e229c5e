import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { registerPath } from '../rules/addresses.ts'
import { sessionState, type SessionView } from '../rules.ts'
import { registrationWords } from '../words/registration.ts'
import { DatePlate } from './date-plate.tsx'
import { JoinWaitlist } from './join-waitlist.tsx'
import { SeatsLeft } from './seats-left.tsx'

type Props = { sessions: readonly SessionView[]; now: Date }

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
              <p className="small">{when.full}</p>
            </div>
            <SeatsLeft session={session} now={now} />
            <Price cents={course.priceCents} />
            <p className="ses-a">
              {state === 'open' ? (
                <ButtonLink
                  size="sm"
                  to={registerPath({ session: id })}
                  aria-label={`Register: ${course.name}, ${when.full}`}
                >
                  {registrationWords.registerShort}
                </ButtonLink>
              ) : (
                state !== 'closed' && <JoinWaitlist session={session} />
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
