import { Badge } from '#app/ui/badge.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { packSeats, type Session, sessionState } from '../rules.ts'
import { seatsWords } from '../words.ts'

type Props = { session: Session; now: Date; className: string }

/** The seats of a session, one tick each, and how many are left. */
export function SeatsLeft({ session, now, className }: Props) {
  const state = sessionState(session, now)
  return (
    <div
      className={`grid grid-cols-[minmax(0,200px)_auto] items-center justify-start gap-5 ${className}`}
      {...liveSeats(session)}
    >
      <Ticks units={session.seats} />
      <p className="text-sm text-muted">
        {state === 'full' && <Badge kind="sold">FULL</Badge>}
        {state === 'closed' && <Badge kind="archived">CLOSED</Badge>}
        {state === 'all_held' && <Badge kind="soon">ALL HELD</Badge>}
        {state === 'open' && <span data-seats-left>{seatsWords(session.seats)}</span>}
      </p>
    </div>
  )
}

/** Marks what shows the seats of a class, for `site/live-seats.ts`. */
export function liveSeats({ id, seats }: Pick<Session, 'id' | 'seats'>) {
  return { 'data-seats': `${id} ${packSeats(seats)}` }
}
