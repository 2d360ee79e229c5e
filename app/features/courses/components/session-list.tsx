import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { registerTo } from '../rules/addresses.ts'
import { type Session, sessionState } from '../rules.ts'
import { formatSession } from '../words.ts'
import { registrationWords } from '../words/registration.ts'
import { DatePlate } from './date-plate.tsx'
import { JoinLine } from './join-line.tsx'
import { SeatsLeft } from './seats-left.tsx'

type Props = { sessions: readonly Session[]; zone: string; now: Date }

/** Sessions soonest first, each with its seats and the way to one of them. */
export function SessionList({ sessions, zone, now }: Props) {
  return (
    <ol className="ses">
      {sessions.map((session) => {
        const { id, course, startsAt } = session
        const state = sessionState(session, now)
        return (
          <li key={id} id={`session-${id}`} data-full={state === 'full' || undefined}>
            <DatePlate day={startsAt} zone={zone} />
            <div>
              <h3 className="h4">{course.name}</h3>
              <p className="small">{formatSession(session, zone)}</p>
            </div>
            <SeatsLeft session={session} now={now} />
            <Price cents={course.priceCents} />
            <p className="ses-a">
              {state === 'open' ? (
                <ButtonLink
                  size="sm"
                  to={registerTo({ session: id })}
                  aria-label={`Register: ${course.name}, ${formatSession(session, zone)}`}
                >
                  {registrationWords.registerShort}
                </ButtonLink>
              ) : (
                state !== 'closed' && <JoinLine session={session} zone={zone} />
              )}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
