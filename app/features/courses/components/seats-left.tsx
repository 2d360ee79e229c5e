import { Badge } from '#app/ui/badge.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { type Session, sessionState } from '../rules.ts'
import { seatsWords } from '../words.ts'

/** The seats of a session, one line each, and how many are left in words. */
export function SeatsLeft({ session, now }: { session: Session; now: Date }) {
  const state = sessionState(session, now)
  return (
    <div className="ses-s">
      <Ticks units={session.seats} />
      <p className="small">
        {state === 'full' && <Badge kind="sold">FULL</Badge>}
        {state === 'closed' && <Badge kind="archived">CLOSED</Badge>}
        {state === 'all_held' && <Badge kind="soon">ALL HELD</Badge>}
        {state === 'open' && seatsWords(session.seats)}
      </p>
    </div>
  )
}
