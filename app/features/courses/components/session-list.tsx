import { ButtonLink } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { registerPath } from '../rules/addresses.ts'
import { sessionState, type SessionView } from '../rules.ts'
import { registrationWords } from '../words/registration.ts'
import { DatePlate } from './date-plate.tsx'
import { JoinWaitlist } from './join-waitlist.tsx'
import { SeatsLeft } from './seats-left.tsx'

type Props = { sessions: readonly SessionView[]; now: Date }

const row =
  'grid scroll-mt-20 grid-cols-[max(66px,4.1rem)_minmax(0,5fr)_minmax(0,4fr)_max(90px,5.6rem)_max(130px,8.1rem)] items-center gap-x-6 gap-y-3 py-4 target:bg-accent-tint target:outline-[12px] target:outline-accent-tint target:outline-solid max-lg:grid-cols-[66px_minmax(0,1fr)_auto]'
const price = 'text-right text-xl leading-none in-data-full:text-faint max-lg:text-lg max-lg:leading-none'

/** Sessions, soonest first, each with its seats and a button to register or join the waitlist. */
export function SessionList({ sessions, now }: Props) {
  return (
    <ol className="divide-y divide-hairline border-b border-hairline">
      {sessions.map((session) => {
        const { id, course, when } = session
        const state = sessionState(session, now)
        return (
          <li key={id} id={`session-${id}`} className={row} data-full={state === 'full' || undefined}>
            <DatePlate when={when} />
            <div>
              <h3 className="h4 wrap-break-word in-data-full:text-faint">{course.name}</h3>
              <p className="text-sm text-muted">{when.full}</p>
            </div>
            <SeatsLeft
              session={session}
              now={now}
              className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2"
            />
            <Price className={price} cents={course.priceCents} />
            <p className="justify-self-end max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-3 max-lg:justify-self-start">
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
