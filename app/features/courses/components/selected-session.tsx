import { Form, useNavigation } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { balanceCents, type Session, sessionState, type SessionView } from '../rules.ts'
import { seatsWords } from '../words.ts'
import { registrationWords, seatRefusalWords } from '../words/registration.ts'

/** A session with what its deposit is worth when it is booked now, as a sentence. */
export type SessionToBook = SessionView & { refund: string }

type Props = {
  /** The form's id, for the buttons that choose a date. */
  id: string
  /** Where the form is sent. */
  action: string
  /** The key of this rendering: sent twice, it holds one seat. */
  startKey: string
  session: SessionToBook | undefined
  refusal: { title: string; text: string } | undefined
  now: Date
}

/** The date that is chosen, what it costs now and on the day, and the way on to the payment. */
export function SelectedSession({ id, action, startKey, session, refusal, now }: Props) {
  const { state, formData } = useNavigation()
  const isBusy = state !== 'idle' && formData?.get('key') === startKey
  const sessionStatus = session && sessionState(session, now)
  const gone =
    sessionStatus && sessionStatus !== 'open' ? seatRefusalWords[`session_${sessionStatus}`] : undefined
  const trouble = refusal ?? gone
  return (
    <Form method="post" action={action} id={id} className="reg-side" aria-label="Selected date" noValidate>
      {/* Browsers bring typed values back after a reload; an old key must not come back with them. */}
      <input type="hidden" name="key" value={startKey} autoComplete="off" />
      <div role="alert">
        {trouble && (
          <div className="trouble">
            <b>{trouble.title}</b>
            <p>{trouble.text}</p>
          </div>
        )}
      </div>
      {session && (
        <>
          <input type="hidden" name="kind" value="course_seat" />
          <input type="hidden" name="id" value={session.id} />
        </>
      )}
      {session ? (
        <div className="reg-chosen">
          <p className="h4">{session.course.name}</p>
          <p>{session.when.full}</p>
          <p className="small">
            {session.place}. {seatsWords(session.seats)}.
          </p>
          <div className="reg-money">
            <DefinitionList items={moneyOf(session)} />
            <p className="reg-short" aria-hidden>
              {formatCents(session.course.depositCents)} now, {formatCents(balanceCents(session.course))} on
              the day
            </p>
            <p className="small">{session.refund}</p>
          </div>
        </div>
      ) : (
        <p className="small">{registrationWords.none}</p>
      )}
      <Button variant="primary" block busy={isBusy}>
        {registrationWords.continue}
      </Button>
      {session && !gone && (
        <Button formAction="/cart/lines" variant="text" size="sm">
          {registrationWords.toCart}
        </Button>
      )}
    </Form>
  )
}

function moneyOf({ course }: Session) {
  return [
    { term: 'Deposit now', value: formatCents(course.depositCents) },
    { term: 'On the day, cash or card', value: formatCents(balanceCents(course)) },
  ]
}
