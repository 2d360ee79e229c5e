import { useRouteLoaderData } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { isPaid } from '../rules.ts'
import { stateWords, invoiceWords } from '../words.ts'
import { endedText, endingWords } from '../stages.ts'
import {
  underReviewWords,
  heldSubject,
  subjectNounOf,
  type OrderSubject,
  type SubjectNoun,
  describeHeld,
  reservePath,
} from '../subject.ts'
import type { ShownOrder } from '../routes/order.tsx'
import { OrderLines, OrderPlate } from './order-lines.tsx'
import { draftOf } from './buyer-fields.tsx'

type Props = OrderSubject &
  Pick<ShownOrder, 'orderId' | 'state' | 'detail' | 'plate' | 'art' | 'lines'> &
  Pick<ShownOrder, 'isFresh' | 'review' | 'invoice' | 'paidFor' | 'ending'>

export function OrderStatus(props: Props) {
  const { orderId, state, detail, lines, isFresh, review, ending, ...what } = props
  const { plate, title } = what
  const noun = subjectNounOf(what)
  const hasEnded = noun !== 'order' && ending !== null
  const words = statusWords(props, noun)
  return (
    <section
      className="order-status"
      data-noun={noun}
      aria-labelledby="status"
      // Once payment starts, the order stores the details and a declined card restores them from there.
      data-draft-done={state === 'held' ? undefined : draftOf(orderId)}
    >
      {noun === 'order' ? (
        <div className="grid min-w-0 gap-8">
          {plate && <OrderPlate plate={plate} title={title} detail={detail} />}
          <OrderLines lines={lines} />
        </div>
      ) : (
        <div className="print:hidden">
          <OrderPlate
            key={state}
            plate={plate}
            art={what.art}
            title={title}
            detail={detail}
            engraving={isFresh}
          />
        </div>
      )}
      <div className="order-words">
        <p className="label text-faint">Order {orderId}</p>
        <h1 className="h1" id="status">
          {words.title}
        </h1>
        <p className="lead" role="status">
          {words.text}
        </p>
        {review && isPaid(state) && !hasEnded && (
          <p className="text-sm text-muted">
            <LinkedText text={review} />
          </p>
        )}
        <Duties />
        {state === 'held' && (
          <div className="btns">
            <ButtonLink to={`/checkout/${orderId}`} variant="primary">
              Go to Checkout
            </ButtonLink>
          </div>
        )}
        {(state === 'expired' || state === 'canceled') && plate && what.count === 1 && (
          <div className="btns">
            <ButtonLink to={reservePath(plate)} variant="primary">
              See if {describeHeld(what)} is still available
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}

export type Todo = { text: string; to: string; label: string }

function Duties() {
  const todo = useRouteLoaderData<{ todo: readonly Todo[] }>('order-progress')?.todo ?? []
  if (todo.length === 0) return null
  return (
    <section className="grid gap-4 justify-self-stretch print:hidden" aria-labelledby="todo">
      <h2 className="label text-faint" id="todo">
        What you do now
      </h2>
      <ul className="grid gap-4">
        {todo.map(({ text, to, label }, index) => (
          <li className="grid max-w-text justify-items-start gap-3" key={to + text}>
            {text}
            {to && (
              <ButtonLink to={to} variant={index === 0 ? 'primary' : 'secondary'}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function statusWords({ state, invoice, ending, review, paidFor, ...what }: Props, noun: SubjectNoun) {
  if (invoice)
    return { title: invoiceWords.title, text: invoiceWords.text(invoice.amountCents, invoice.dueOn) }
  if (!isPaid(state) || noun === 'order') return stateWords(state, noun, paidFor)
  const subject = heldSubject(what)
  if (ending) return { title: endingWords[ending], text: endedText }
  if (review) return { title: underReviewWords.title(subject), text: underReviewWords.text(noun) }
  return { title: `${subject} is yours`, text: stateWords(state, noun).text }
}

export function InvoicePanel({
  orderId,
  invoice,
}: {
  orderId: string
  invoice: NonNullable<Props['invoice']>
}) {
  return (
    <section className="grid gap-3" aria-labelledby="invoice">
      <h2 className="h3" id="invoice">
        How to pay
      </h2>
      <p className="whitespace-pre-line">{invoice.payTo}</p>
      <p>{invoiceWords.name(orderId)}</p>
      <p className="text-sm text-muted">{invoiceWords.overdue}</p>
    </section>
  )
}
