import { Price } from '#app/ui/price.tsx'
import { type Session, sessionState, type SessionView } from '../rules.ts'
import { DatePlate } from './date-plate.tsx'
import { JoinWaitlist } from './join-waitlist.tsx'
import { SeatsLeft } from './seats-left.tsx'

/** How a session is chosen: by a radio button that belongs to the form at the side, in a list as on a calendar. */
export type ChoiceProps = {
  /** The id of the form the choice is sent with. The list stands outside of it: its waitlists have forms of their own. */
  form: string
  selected: string | null
  select: (id: string) => void
}

type Props = ChoiceProps & {
  sessions: readonly SessionView[]
  now: Date
  label: string
  /** A seat that was paid before moves without money. */
  isPaid?: boolean
}

/** Sessions soonest first, one of which can be chosen. */
export function SessionChoice({ sessions, now, label, isPaid = false, ...choice }: Props) {
  return (
    <ol className="ses pick" aria-label={label}>
      {sessions.map((session) => {
        const { id, course, when } = session
        const state = sessionState(session, now)
        const isOffered = state === 'open' || choice.selected === id
        return (
          <li key={id} data-full={state === 'full' || undefined}>
            {isOffered ? (
              <SessionRadio session={session} {...choice} />
            ) : (
              <span className="pick-none" aria-hidden />
            )}
            <DatePlate when={when} />
            <label htmlFor={isOffered ? radioId(session) : undefined}>
              <b className="h4">{course.name}</b>
              <span className="small">{when.full}</span>
            </label>
            <SeatsLeft session={session} now={now} />
            {state === 'open' || state === 'closed' ? (
              !isPaid && (
                <p className="pick-cost">
                  <Price cents={course.depositCents} />
                  <span className="cap">deposit</span>
                </p>
              )
            ) : (
              <JoinWaitlist session={session} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** The button that chooses a session. Its label stands beside it, in the words of the list or of the calendar. */
export function SessionRadio({ session, form, selected, select }: ChoiceProps & { session: Session }) {
  return (
    <span className="chk">
      <input
        type="radio"
        id={radioId(session)}
        name="session"
        form={form}
        value={session.id}
        checked={selected === session.id}
        onChange={() => select(session.id)}
      />
    </span>
  )
}

function radioId({ id }: Pick<Session, 'id'>): string {
  return `pick-${id}`
}
