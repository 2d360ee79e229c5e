import { Form } from 'react-router'
import { heldProof } from '#app/http/proof-marks.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { balanceCents, type Session, sessionState, type SessionView } from '../rules.ts'
import { seatsWords } from '../words.ts'
import { registrationWords, seatRefusalWords } from '../words/registration.ts'
import { liveSeats } from './seats-left.tsx'

/** A session with one sentence about when its deposit is refundable. */
export type SessionToBook = SessionView & { refund: string }

type Props = {
  /** The form's id, for the radio buttons outside of it. */
  id: string
  action: string
  /** The idempotency key of this rendering. */
  startKey: string
  session: SessionToBook | undefined
  refusal: { title: string; text: string } | undefined
  now: Date
}

/** On a phone the panel stays at the bottom of the window. */
const panel =
  'registration-panel grid gap-4 rounded-plate border border-hairline bg-sheet p-6 max-lg:sticky max-lg:bottom-0 max-lg:z-4 max-lg:-mx-gutter max-lg:gap-3 max-lg:rounded-none max-lg:border-x-0 max-lg:border-b-0 max-lg:px-gutter max-lg:py-3 short:static xl:sticky xl:top-[88px]'

/** The selected session, its price, and the button that goes to payment. */
export function SelectedSession({ id, action, startKey, session, refusal, now }: Props) {
  const sessionStatus = session && sessionState(session, now)
  const gone =
    sessionStatus && sessionStatus !== 'open' ? seatRefusalWords[`session_${sessionStatus}`] : undefined
  const trouble = refusal ?? gone
  return (
    <Form
      method="post"
      action={action}
      id={id}
      className={panel}
      aria-label="Selected date"
      noValidate
      data-pick=""
      {...heldProof('seat')}
    >
      {/* Off, because browsers restore typed values on reload and an old key must not come back. */}
      <input type="hidden" name="key" value={startKey} autoComplete="off" />
      <div role="alert" className="empty:hidden">
        {trouble && <RefusalNotice title={trouble.title} text={trouble.text} />}
      </div>
      {session && (
        <>
          <input type="hidden" name="kind" value="course_seat" />
          <input type="hidden" name="id" value={session.id} autoComplete="off" data-picked="" />
        </>
      )}
      {session ? (
        <div className="grid gap-2 max-lg:gap-0.5">
          <p className="h4">{session.course.name}</p>
          <p>{session.when.full}</p>
          <p className="text-sm text-muted max-lg:hidden">
            {session.place}.{' '}
            <span {...liveSeats(session)}>
              <span data-seats-left>{seatsWords(session.seats)}</span>
            </span>
            .
          </p>
          <div className="mt-2 grid gap-3 max-lg:mt-0 max-lg:gap-0.5">
            <div className="max-lg:sr-only">
              <DefinitionList items={moneyOf(session)} />
            </div>
            <p className="lg:hidden" aria-hidden>
              {formatCents(session.course.depositCents)} now, {formatCents(balanceCents(session.course))} on
              the day
            </p>
            <p className="text-sm text-muted">{session.refund}</p>
          </div>
        </div>
      ) : (
        <p className="text-sm text-muted">{registrationWords.none}</p>
      )}
      <Button variant="primary" block>
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
