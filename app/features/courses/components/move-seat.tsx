import { useState } from 'react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import type { SessionView } from '../rules.ts'
import { seatPageWords } from '../words/seat.ts'
import { SessionChoice } from './session-choice.tsx'
import { useSeats } from './use-seats.ts'

type Props = {
  orderId: string
  course: string
  /** When the current class is. */
  when: string
  /** The sessions the seat may move to. */
  sessions: readonly SessionView[]
  refusal: string | undefined
  now: Date
}

/** The dates a booked seat can move to, and the button that moves it. */
export function MoveSeat({ orderId, course, when, sessions, refusal, now }: Props) {
  const [selected, select] = useState<string | null>(null)
  const live = useSeats(sessions)
  return (
    <div className="wrap grid justify-items-start gap-4 pt-8 pb-24 *:max-w-[960px] [&>ol]:w-full">
      <h1 className="h1">{seatPageWords.moveTitle}</h1>
      <p className="lead">{seatPageWords.moveLead}</p>
      <p className="text-sm text-muted">
        {course}, now on {when}.
      </p>
      {refusal && (
        <p className="field-error" role="alert">
          {refusal}
        </p>
      )}
      {live.length > 0 ? (
        <>
          <SessionChoice
            sessions={live}
            label="Dates"
            isPaid
            form={formId}
            selected={selected}
            select={select}
            now={now}
          />
          <Form method="post" id={formId} className="btns">
            <Button variant="primary">
              {seatPageWords.moveButton}
            </Button>
          </Form>
        </>
      ) : (
        <p>{seatPageWords.noDates}</p>
      )}
      <p className="text-sm text-muted">
        <Link className="link" to={`/orders/${orderId}/seat`}>
          {seatPageWords.back}
        </Link>
      </p>
    </div>
  )
}

const formId = 'move'
