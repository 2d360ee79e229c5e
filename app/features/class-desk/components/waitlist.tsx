import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'

/** What became of an offered seat. */
type OfferState = 'open' | 'taken' | 'ended'

type Props = {
  waiting: number
  offers: readonly { id: string; email: string; state: OfferState; until: string }[]
}

const shown: Record<OfferState, [StatusKind, string]> = {
  open: ['wait', 'Offered until'],
  taken: ['done', 'Booked, offered until'],
  ended: ['void', 'Let go, offered until'],
}

/** Who waits for a seat, and whom a free one was offered to. */
export function Waitlist({ waiting, offers }: Props) {
  if (waiting === 0 && offers.length === 0) return null
  return (
    <Section item={2} title="Waitlist" note={waiting === 1 ? '1 waits' : `${waiting} wait`}>
      <p className="text-muted">
        A free seat is offered to the next by itself, within a minute, and held for a day. Cancel nothing and
        add a seat, or let one go.
      </p>
      {offers.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {offers.map(({ id, email, state, until }) => (
            <li key={id} className="flex flex-wrap gap-x-3">
              <span>{email}</span>
              <Status kind={shown[state][0]} figure={until}>
                {shown[state][1]}
              </Status>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
