import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { Session } from '../rules.ts'
import type { BookedSession } from '../store/bookings.server.ts'
import { formatSession } from '../words.ts'
import { seatPageWords } from '../words/seat.ts'
import { SessionChoice } from './session-choice.tsx'
import { useSeats } from './use-seats.ts'

type Props = {
  orderId: string
  /** The session the seat is in now. */
  session: BookedSession
  /** The sessions it may move to. */
  sessions: readonly Session[]
  refusal: string | undefined
  zone: string
  now: Date
}

/** The dates a booked seat can move to, and the button that moves it. */
export function MoveSeat({ orderId, session, sessions, refusal, zone, now }: Props) {
  const [chosen, choose] = useState<string | null>(null)
  const live = useSeats(sessions)
  const { state } = useNavigation()
  return (
    <div className="wrap seat-move">
      <h1 className="h1">{seatPageWords.moveTitle}</h1>
      <p className="lead">{seatPageWords.moveLead}</p>
      <p className="small">
        {session.course.name}, now on {formatSession(session, zone)}.
      </p>
      {refusal && (
        <p className="err" role="alert">
          {refusal}
        </p>
      )}
      {live.length > 0 ? (
        <>
          <SessionChoice
            sessions={live}
            label="Dates"
            isPaid
            {...{ form: formId, chosen, choose, zone, now }}
          />
          <Form method="post" id={formId} className="btns">
            <Button variant="primary" busy={state === 'submitting'}>
              {seatPageWords.moveButton}
            </Button>
          </Form>
        </>
      ) : (
        <p>{seatPageWords.noDates}</p>
      )}
      <p className="small">
        <Link className="lnk" to={`/orders/${orderId}/seat`}>
          {seatPageWords.back}
        </Link>
      </p>
    </div>
  )
}

const formId = 'move'
