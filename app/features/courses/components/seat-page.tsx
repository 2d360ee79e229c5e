import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { maxStudents } from '../rules.ts'
import type { BookedSession } from '../store/bookings.server.ts'
import type { ChangeRefusal } from '../store/changes.server.ts'
import { formatSession } from '../words.ts'
import { cancelRuleWords, cancelWords, moveRuleWords, seatOverWords, seatPageWords } from '../words/seat.ts'
import { RangeDrawing } from './range-drawing.tsx'

type Props = {
  orderId: string
  session: BookedSession
  /** Counted from 1; `null` once it was given up or refunded. */
  seat: number | null
  depositCents: number
  /** What is due on the day. */
  balanceCents: number
  refundUntil: Date
  /** Why there is nothing to come to, if so. */
  over: keyof typeof seatOverWords | null
  wasMoved: boolean
  move: { ok: true } | { ok: false; why: ChangeRefusal }
  cancel: { ok: true; isRefunded: boolean } | { ok: false; why: ChangeRefusal }
  /** Where the class can be put into a calendar. */
  calendar: { file: string; google: string; outlook: string }
  zone: string
  now: Date
}

/** A booked seat: when and where, what is due, the calendar, and what can still be changed until when. */
export function SeatPage(props: Props) {
  const { orderId, session, seat, over, wasMoved, zone } = props
  return (
    <div className="wrap seat">
      <section aria-labelledby="seat">
        <h1 className="h1" id="seat">
          {seatPageWords.title}
        </h1>
        <p className="lead">{session.course.name}</p>
        {over ? (
          <div className="trouble" role="status">
            <b>{seatOverWords[over].title}</b>
            <p>{seatOverWords[over].text}</p>
          </div>
        ) : (
          <>
            <p className="seat-when">{formatSession(session, zone)}</p>
            <DefinitionList items={factsOf(props)} />
            {wasMoved && <p className="small">You moved this seat here from another date.</p>}
            <AddToCalendar {...props.calendar} />
          </>
        )}
        <p className="small">
          <Link className="lnk" to={`/orders/${orderId}`}>
            {seatPageWords.order}
          </Link>
        </p>
      </section>
      <div className="seat-side">
        {!over && seat !== null && (
          <figure className="trn-art">
            <RangeDrawing
              seats={Array.from({ length: maxStudents }, (_, at) => (at + 1 === seat ? 'open' : 'taken'))}
            />
            <figcaption className="cap">Seat {seat}: your lane is lit.</figcaption>
          </figure>
        )}
        {!over && <Changes {...props} />}
        {over && <ButtonLink to="/ccw-training#schedule">Other dates</ButtonLink>}
      </div>
    </div>
  )
}

function factsOf({ session, depositCents, balanceCents }: Props) {
  return [
    { term: 'Where', value: session.place },
    { term: 'Bring', value: session.course.bring.join('; ') },
    { term: 'Deposit paid', value: formatCents(depositCents) },
    { term: 'Due on the day, cash or card', value: formatCents(balanceCents) },
  ]
}

/** The class for a calendar: a file that every program takes, and the two web calendars that most people have. */
function AddToCalendar({ file, google, outlook }: Props['calendar']) {
  return (
    <div className="seat-cal">
      <h2 className="h4">Add to calendar</h2>
      <div className="btns">
        <ButtonLink size="sm" to={file} reloadDocument>
          Calendar file
        </ButtonLink>
        <ButtonLink size="sm" to={google} rel="noreferrer">
          Google
        </ButtonLink>
        <ButtonLink size="sm" to={outlook} rel="noreferrer">
          Outlook
        </ButtonLink>
      </div>
    </div>
  )
}

function Changes({ orderId, session, move, cancel, depositCents, refundUntil, zone, now }: Props) {
  if (!cancel.ok) return undefined
  return (
    <div className="seat-changes">
      <h2 className="h4">If you cannot come</h2>
      <p>{moveRuleWords(move, session.cutOffAt, zone)}</p>
      {move.ok && <ButtonLink to={`/orders/${orderId}/seat/move`}>{seatPageWords.move}</ButtonLink>}
      <p>{cancelRuleWords(refundUntil, now, zone)}</p>
      {cancel.isRefunded ? (
        <ButtonLink to={`/orders/${orderId}/refund`}>{cancelWords(depositCents)}</ButtonLink>
      ) : (
        <ButtonLink to={`/orders/${orderId}/seat/cancellation`}>{seatPageWords.giveUp}</ButtonLink>
      )}
    </div>
  )
}
