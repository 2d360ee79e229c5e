import { googleLink, outlookLink } from '#app/calendar/calendar.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { findClassEvent } from '../documents.server.ts'
import { mayCancel, mayReschedule, certificatePath } from '../rules.ts'
import { formatCertificateCode, certificateWords } from '../roster.ts'
import { findPaidBalance } from '../store/seats.server.ts'
import { findCertificateCode } from '../store/roster.server.ts'
import { formatSession, cancelRuleWords, moveRuleWords, seatOverWords } from '../words.ts'
import type { Route } from './+types/seat'
import { giveUpSeat } from '../store/changes.server.ts'
import { changeOwnSeat, requireOwnSeat } from './own-seat.server.ts'
import { Form } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { FormRefusal, RefusalNotice } from '#app/ui/refusal-notice.tsx'

export const meta = () => [{ title: siteTitle('Your seat') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const now = shop.now()
  const own = await requireOwnSeat(args)
  const { orderId, booking, session, line, timeline } = own
  const [event, certificate, paid] = await Promise.all([
    findClassEvent(shop, own),
    findCertificateCode(shop.db, orderId, session.id),
    findPaidBalance(shop.db, orderId),
  ])
  const isOver = own.isCanceled || booking.canceledAt !== null
  const over = session.canceledAt ? 'class_canceled' : booking.canceledAt ? 'given_up' : 'returned'
  return {
    ...own,
    depositCents: line.unitCents - line.refundedCents,
    isBalancePaid: paid !== null,
    over: isOver ? seatOverWords[over] : null,
    certificate,
    move: mayReschedule(timeline, now),
    cancel: mayCancel(timeline, now),
    event,
    zone: shop.timeZone,
    now,
  }
}

export const action = (args: Route.ActionArgs) => changeOwnSeat(args, giveUpSeat)

type Props = Route.ComponentProps['loaderData']

const column = 'grid justify-items-start gap-4'

export default function Seat({ loaderData: props, actionData }: Route.ComponentProps) {
  const { orderId, session, booking, over, zone, now } = props
  return (
    <div className="wrap grid grid-cols-[minmax(0,6fr)_minmax(0,5fr)] items-start gap-x-12 gap-y-8 pt-8 pb-24 max-xl:grid-cols-1">
      <section className={column} aria-labelledby="seat">
        <h1 className="h1" id="seat">
          Your seat
        </h1>
        <p className="lead">{session.course.name}</p>
        {over ? (
          <RefusalNotice {...over} role="status" />
        ) : (
          <>
            <p className="font-display text-2xl font-light text-accent">
              {formatSession(session, zone, now)}
            </p>
            <div className="w-full">
              <DefinitionList items={factsOf(props)} />
            </div>
            {booking.rescheduledAt && (
              <p className="text-sm text-muted">You moved this seat from another date.</p>
            )}
            {props.certificate ? (
              <Certificate orderId={orderId} code={props.certificate} />
            ) : (
              <AddToCalendar {...props} />
            )}
          </>
        )}
        <p className="text-sm text-muted">
          <a className="link" href={`/orders/${orderId}`}>
            Order and receipt
          </a>
        </p>
      </section>
      <div className={column}>
        <FormRefusal text={actionData?.refusal} />
        {over ? (
          <ButtonLink href="/ccw-training#schedule">Other dates</ButtonLink>
        ) : (
          <>
            {booking.movedFrom && <MovedByShop from={booking.movedFrom} />}
            <Changes {...props} />
          </>
        )}
      </div>
    </div>
  )
}

function factsOf({ session, booking, depositCents, balanceCents, isBalancePaid }: Props) {
  return [
    { term: 'Where', value: session.place },
    { term: 'Seat', value: booking.seat },
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

function Certificate({ orderId, code }: { orderId: string; code: string }) {
  return (
    <div className={column}>
      <h2 className="h4">{certificateWords.title}</h2>
      <p className="text-muted">
        Code <span className="numeral">{formatCertificateCode(code)}</span>.{' '}
        <a className="link" href={certificatePath(code)}>
          See what it says
        </a>
      </p>
      <ButtonLink href={`/orders/${orderId}/seat/certificate.pdf`}>{certificateWords.download}</ButtonLink>
    </div>
  )
}

function MovedByShop({ from }: { from: string }) {
  return (
    <div className="grid w-full justify-items-start gap-4 rounded-plate border border-l-2 border-hairline border-l-accent bg-sheet p-6">
      <h2 className="h4">We moved this class</h2>
      <p className="text-muted">
        It was planned for {from}. Your seat stays yours on the new date. Until the class begins you can also
        choose another one, or get your deposit back.
      </p>
    </div>
  )
}

function AddToCalendar({ orderId, event }: Props) {
  return (
    <div className={column}>
      <h2 className="h4">Add to calendar</h2>
      <div className="btns">
        <ButtonLink size="sm" href={`/orders/${orderId}/seat/calendar.ics`}>
          Calendar file
        </ButtonLink>
        <ButtonLink size="sm" href={googleLink(event)} rel="noreferrer">
          Google
        </ButtonLink>
        <ButtonLink size="sm" href={outlookLink(event)} rel="noreferrer">
          Outlook
        </ButtonLink>
      </div>
    </div>
  )
}

function Changes({ orderId, session, timeline, move, cancel, depositCents, zone, now }: Props) {
  if (!cancel.ok) return undefined
  return (
    <div className="grid w-full justify-items-start gap-4 rounded-plate border border-hairline bg-sheet p-6">
      <h2 className="h4">If you can’t make it</h2>
      <p className="text-muted">{moveRuleWords(move, session.cutOffAt, zone)}</p>
      {move.ok && <ButtonLink href={`/orders/${orderId}/seat/move`}>Choose Another Date</ButtonLink>}
      <p className="text-muted">{cancelRuleWords(timeline.refundUntil, now, zone)}</p>
      {cancel.isRefunded ? (
        <ButtonLink
          href={`/orders/${orderId}/refund`}
        >{`Cancel and Refund ${formatCents(depositCents)}`}</ButtonLink>
      ) : (
        <details>
          <summary className="link min-h-11 cursor-pointer py-3">Give up this seat</summary>
          <Form method="post" className="grid justify-items-start gap-3">
            <p className="text-muted">
              The refund deadline has passed, so you forfeit the deposit. Your seat goes to the next person on
              the waitlist. This cannot be undone.
            </p>
            <Button>Cancel My Seat</Button>
          </Form>
        </details>
      )}
    </div>
  )
}
