import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { seatsTopic, type SessionView } from '../rules.ts'
import { seatPageWords } from '../words/seat.ts'
import { SessionChoice } from './session-choice.tsx'

type Props = {
  orderId: string
  course: string
  /** When the current class is. */
  when: string
  /** The sessions the seat may move to. */
  sessions: readonly SessionView[]
  refusal: string | undefined
  /** The date that was chosen, where it was refused. */
  selected: string | null
  now: Date
}

/** The dates a booked seat can move to, and the button that moves it. */
export function MoveSeat({ orderId, course, when, sessions, refusal, selected, now }: Props) {
  return (
    <div className="wrap grid justify-items-start gap-4 pt-8 pb-24 *:max-w-[960px]">
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
      {sessions.length > 0 ? (
        <>
          <div data-live={seatsTopic} className="w-full">
            <SessionChoice
              sessions={sessions}
              label="Dates"
              isPaid
              form={formId}
              selected={selected}
              now={now}
            />
          </div>
          <Form method="post" id={formId} className="btns">
            <Button variant="primary">{seatPageWords.moveButton}</Button>
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
