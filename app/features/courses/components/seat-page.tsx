import { Form, Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { maxStudents } from '../rules.ts'
import type { BookedSession } from '../store/bookings.server.ts'
import type { ChangeRefusal } from '../store/changes.server.ts'
import { formatSession } from '../words.ts'
import { certificateWords } from '../words/certificate.ts'
import { cancelRuleWords, cancelWords, moveRuleWords, seatOverWords, seatPageWords } from '../words/seat.ts'
import { RangeDrawing } from './range-drawing.tsx'

type Props = {
  orderId: string
  session: BookedSession
  /** Counted from 1; `null` once it was canceled or refunded. */
  seat: number | null
  depositCents: number
  /** What is due on the day. */
  balanceCents: number
  isBalancePaid: boolean
  refundUntil: Date
  /** Why the seat is no longer booked, or null while it is. */
  over: keyof typeof seatOverWords | null
  wasMoved: boolean
  /** When the class was before the shop moved it, while the student has not answered. */
  moved: string | undefined
  /** The certificate of training, with the page on which anybody checks it. */
  certificate: { code: string; path: string } | undefined
  move: { ok: true } | { ok: false; why: ChangeRefusal }
  cancel: { ok: true; isRefunded: boolean } | { ok: false; why: ChangeRefusal }
  calendar: { file: string; google: string; outlook: string }
  zone: string
  now: Date
}

const column = 'grid justify-items-start gap-4'

/** A booked seat: when and where, what is due, calendar links, and how to move or cancel it. */
export function SeatPage(props: Props) {
  const { orderId, session, seat, over, wasMoved, zone, now } = props
  return (
    <div className="wrap grid grid-cols-[minmax(0,6fr)_minmax(0,5fr)] items-start gap-x-12 gap-y-8 pt-8 pb-24 max-xl:grid-cols-1">
      <section className={column} aria-labelledby="seat">
        <h1 className="h1" id="seat">
          {seatPageWords.title}
        </h1>
        <p className="lead">{session.course.name}</p>
        {over ? (
          <RefusalNotice title={seatOverWords[over].title} text={seatOverWords[over].text} role="status" />
        ) : (
          <>
            <p className="font-display text-2xl font-light text-accent">
              {formatSession(session, zone, now)}
            </p>
            <div className="w-full">
              <DefinitionList items={factsOf(props)} />
            </div>
            {wasMoved && <p className="text-sm text-muted">You moved this seat from another date.</p>}
            {props.certificate ? (
              <Certificate orderId={orderId} {...props.certificate} />
            ) : (
              <AddToCalendar {...props.calendar} />
            )}
          </>
        )}
        <p className="text-sm text-muted">
          <Link className="link" to={`/orders/${orderId}`}>
            {seatPageWords.order}
          </Link>
        </p>
      </section>
      <div className={column}>
        {!over && seat !== null && (
          <figure className="grid w-full gap-3">
            <RangeDrawing
              seats={Array.from({ length: maxStudents }, (_, at) => (at + 1 === seat ? 'open' : 'taken'))}
            />
            <figcaption className="text-sm text-faint">Seat {seat}. Your lane is lit.</figcaption>
          </figure>
        )}
        {!over && <MovedByShop {...props} />}
        {!over && <Changes {...props} />}
        {over && <ButtonLink to="/ccw-training#schedule">Other dates</ButtonLink>}
      </div>
    </div>
  )
}

function factsOf({ session, depositCents, balanceCents, isBalancePaid }: Props) {
  return [
    { term: 'Where', value: session.place },
    { term: 'Bring', value: session.course.bring.join('; ') },
    { term: balanceCents > 0 ? 'Deposit paid' : 'Paid', value: formatCents(depositCents) },
    ...(balanceCents > 0
      ? [
          {
            term: isBalancePaid ? 'Paid on the day' : 'Due on the day, cash or card',
            value: formatCents(balanceCents),
          },
        ]
      : []),
  ]
}

/** The file, and the page on which anybody with the code reads what it says. */
function Certificate({ orderId, code, path }: { orderId: string; code: string; path: string }) {
  return (
    <div className={column}>
      <h2 className="h4">{certificateWords.title}</h2>
      <p className="text-muted">
        Code <span className="numeral">{code}</span>.{' '}
        <Link className="link" to={path}>
          See what it says
        </Link>
      </p>
      <ButtonLink to={`/orders/${orderId}/seat/certificate.pdf`}>{certificateWords.download}</ButtonLink>
    </div>
  )
}

/** The shop moved the class: the student keeps the seat here, or takes one of the ways below. */
function MovedByShop({ orderId, moved }: Props) {
  if (moved === undefined) return undefined
  return (
    <div className="grid w-full justify-items-start gap-4 rounded-plate border border-l-2 border-hairline border-l-accent bg-sheet p-6">
      <h2 className="h4">{seatPageWords.movedTitle}</h2>
      <p className="text-muted">
        It was planned for {moved}. {seatPageWords.movedText}
      </p>
      <Form method="post" action={`/orders/${orderId}/seat/kept`}>
        <Button busyLabel="Saving...">{seatPageWords.keepMoved}</Button>
      </Form>
    </div>
  )
}

/** A calendar file and links to the two most common web calendars. */
function AddToCalendar({ file, google, outlook }: Props['calendar']) {
  return (
    <div className={column}>
      <h2 className="h4">Add to calendar</h2>
      <div className="btns">
        <ButtonLink size="sm" to={file}>
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
    <div className="grid w-full justify-items-start gap-4 rounded-plate border border-hairline bg-sheet p-6">
      <h2 className="h4">If you can’t make it</h2>
      <p className="text-muted">{moveRuleWords(move, session.cutOffAt, zone)}</p>
      {move.ok && <ButtonLink to={`/orders/${orderId}/seat/move`}>{seatPageWords.move}</ButtonLink>}
      <p className="text-muted">{cancelRuleWords(refundUntil, now, zone)}</p>
      {cancel.isRefunded ? (
        <ButtonLink to={`/orders/${orderId}/refund`}>{cancelWords(depositCents)}</ButtonLink>
      ) : (
        <ButtonLink to={`/orders/${orderId}/seat/cancellation`}>{seatPageWords.giveUp}</ButtonLink>
      )}
    </div>
  )
}
