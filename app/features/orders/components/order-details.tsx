import '#app/ui/styles/table.css'
import Printer from 'lucide-react/icons/printer'
import { Form, useRouteLoaderData } from 'react-router'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { loader as progress } from '#app/features/reservations/routes/progress.tsx'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import type { ShownOrder } from '../routes/order.tsx'
import { refundRefusalWords } from '../refunds.ts'
import { isEnding } from '../rules.ts'
import { isNfaClass } from '../stages.ts'
import { LineItem, OfferedFacts } from './order-lines.tsx'

const column = 'grid min-w-0 gap-12 *:grid *:min-w-0 *:gap-3 [&_.btns]:mt-1'

export function OrderDetails(order: ShownOrder) {
  const { orderId, stages, lines, certificate, receipt } = order
  return (
    <div className="grid items-start gap-16 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-x-16 xl:gap-x-20">
      <div className={column}>
        {receipt && order.refund.isDeposit && <OrderLines lines={lines} />}
        {receipt && <Receipt {...receipt} />}
        <OrderHistory {...order} />
      </div>
      <div className={column}>
        <PrivateLink orderId={orderId} formKey={order.linkKey} />
        {certificate && (
          <section aria-labelledby="certificate">
            <h2 className="h3" id="certificate">
              Certificate
            </h2>
            <p className="numeral text-lg">{certificate}</p>
            <p className="text-sm text-muted">
              The code of your numbered certificate.{' '}
              <a href={`/vault?code=${encodeURIComponent(certificate)}`}>See it in the registry</a>, which
              names nobody.
            </p>
          </section>
        )}
        {(order.dealer || stages.some(({ stage }) => !isEnding(stage))) && <OrderDealer {...order} />}
        {order.parcel && <Parcel orderId={orderId} {...order.parcel} />}
        {receipt && order.state !== 'refunded' && <OwnRefund orderId={orderId} {...order.refund} />}
      </div>
    </div>
  )
}

export function OrderLines({ lines }: Pick<ShownOrder, 'lines'>) {
  // What was agreed since is in a sheet of its own.
  const agreed = useRouteLoaderData<typeof progress>('order-progress')?.sheets ?? []
  return (
    <section className="grid min-w-0 gap-3" aria-labelledby="items">
      <h2 className="h3" id="items">
        {lines.length === 1 ? 'Your item' : 'Your items'}
      </h2>
      <ul className="border-t border-hairline">
        {lines.map(({ position, clock, page, offered, photo, returnedAt, ...line }) => (
          <LineItem
            key={position}
            {...line}
            amount={formatCentsExact(line.unitCents * line.quantity)}
            isReturned={returnedAt !== null}
            picture={
              photo && (
                <Photo photo={photo} sizes="128px" className="aspect-[4/3] rounded-plate" isDecorative />
              )
            }
          >
            {!agreed.some((sheet) => sheet.position === position) && <OfferedFacts rows={offered} />}
            {clock && <p className="col-span-full text-sm text-faint">{clock}</p>}
            {page && returnedAt === null && (
              <ButtonLink href={page.to} size="sm" className="col-span-full mt-1.5 justify-self-start">
                {page.label}
              </ButtonLink>
            )}
          </LineItem>
        ))}
      </ul>
    </section>
  )
}

function Receipt({ orderId, seller, paidOn, ...receipt }: NonNullable<ShownOrder['receipt']>) {
  const { bought, charges, refunds, rest, confirmed } = receipt
  return (
    <section aria-labelledby="receipt">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="h3" id="receipt">
          Receipt
        </h2>
        <span className="flex flex-wrap gap-2 print:hidden">
          <ButtonLink href={`/orders/${orderId}/receipt.pdf`} size="sm">
            Receipt (PDF)
          </ButtonLink>
          <Button type="button" size="sm" className="noscript:hidden print:hidden" data-print>
            <Printer />
            Print
          </Button>
        </span>
      </div>
      <p className="text-sm text-muted">
        {seller}. Order {orderId}, paid {paidOn}.
      </p>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {[...bought, ...charges, ...refunds].map((row, at) => (
            <tr key={at}>
              <th scope="row">
                {row.label}
                {row.note && <span className="block text-sm text-faint">{row.note}</span>}
              </th>
              <td className="numeral r">{row.amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{rest.label}</td>
            <td className="numeral r">{rest.amount}</td>
          </tr>
        </tfoot>
      </table>
      {confirmed && <p className="text-sm text-faint">{confirmed}</p>}
    </section>
  )
}

const shownFirst = 3

function OrderHistory({ events }: Pick<ShownOrder, 'events'>) {
  const earlier = events.slice(shownFirst)
  return (
    <section aria-labelledby="history">
      <h2 className="h3" id="history">
        History
      </h2>
      <Events events={events.slice(0, shownFirst)} />
      {earlier.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 items-center text-sm">
            {`Earlier, ${earlier.length}`}
          </summary>
          <Events events={earlier} />
        </details>
      )}
    </section>
  )
}

function Events({ events }: Pick<ShownOrder, 'events'>) {
  return (
    <ol className="border-t border-hairline">
      {events.map(({ id, at, on, words }) => (
        <li
          className="grid gap-x-6 gap-y-0.5 border-b border-hairline py-3 sm:grid-cols-[220px_1fr]"
          key={id}
        >
          <time className="text-sm text-faint" dateTime={at.toISOString()}>
            {on}
          </time>
          <span>{words}</span>
        </li>
      ))}
    </ol>
  )
}

/** That a dealer can take it is confirmed by us, never by them alone. */
function OrderDealer({ orderId, dealer, mayChooseDealer, stages }: ShownOrder) {
  const isNfa = stages.some(({ itemClass }) => isNfaClass(itemClass))
  const what = isNfa ? 'that they can receive NFA items' : 'their license'
  const answer = dealer?.dealerAnswer
  const answerWords = {
    not_requested: `Not contacted yet. We’ll confirm ${what}.`,
    requested: 'We’ve emailed them and will let you know as soon as they answer.',
    accepted: `They accepted. We’ll confirm ${what} before we ${isNfa ? 'file your form' : 'ship'}.`,
    declined: 'They can’t take it. Choose another dealer: nothing else about your reservation changes.',
    expired:
      'They didn’t answer in time. Contact them yourself and have us ask again, or choose another dealer.',
  }
  return (
    <section aria-labelledby="dealer">
      <h2 className="h3" id="dealer">
        Your dealer
      </h2>
      {dealer ? (
        <>
          <p className="text-sm text-muted wrap-anywhere">
            {dealer.dealerName}
            <br />
            {[dealer.dealerCity, dealer.dealerState && stateName(dealer.dealerState)]
              .filter(Boolean)
              .join(', ')}
          </p>
          <p>
            <LinkedText text={answerWords[answer?.is ?? 'not_requested']} />
          </p>
        </>
      ) : (
        <p className="text-sm text-muted">
          Not chosen yet. We need to know your dealer before we {isNfa ? 'file the transfer form' : 'ship'}.
        </p>
      )}
      {answer?.is === 'accepted' && (
        <>
          {!answer.isConfirmed && (
            <p className="text-sm text-muted">
              Not confirmed: you named the address that this came from. Our staff confirm it with the dealer
              before we rely on it.
            </p>
          )}
          <DefinitionList
            items={[
              { term: 'Their fee', value: answer.feeCents ? formatCents(answer.feeCents) : 'None' },
              { term: 'Their hours', value: answer.hours },
            ]}
          />
        </>
      )}
      {mayChooseDealer && (
        <div className="btns">
          {dealer && (!answer || answer.is === 'requested' || answer.is === 'expired') && (
            <ButtonLink href={`/orders/${orderId}/dealer/request`} size="sm">
              {answer ? 'Ask them again' : 'Ask this dealer'}
            </ButtonLink>
          )}
          <ButtonLink href={`/orders/${orderId}/dealer`} size="sm">
            {dealer ? 'Choose another dealer' : 'Choose your dealer'}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}

function Parcel(props: NonNullable<ShownOrder['parcel']> & { orderId: string }) {
  const { orderId, lines, shipping, parcels, mayChange, isLate } = props
  return (
    <section aria-labelledby="parcel">
      <h2 className="h3" id="parcel">
        {parcels.length > 1 ? 'Your packages' : 'Your package'}
      </h2>
      <address className="grid text-sm text-muted not-italic wrap-anywhere">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <p className="text-sm text-muted">
        {shipping}. {parcels.length === 0 && (mayChange ? 'Not shipped yet.' : 'Shipped.')}
      </p>
      {parcels.length > 0 && (
        <ol className="grid gap-3 text-sm">
          {parcels.map(({ number, items, state, tracking }) => (
            <li key={number} className="grid">
              <span>{items.join(', ')}</span>
              <span className="text-muted">{state}</span>
              {tracking && (
                <span className="text-muted">
                  Tracking: {tracking.url ? <a href={tracking.url}>{tracking.text}</a> : tracking.text}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {(mayChange || isLate) && (
        <div className="btns">
          {isLate && (
            <ButtonLink href={`/orders/${orderId}/delay`} size="sm">
              Wait or cancel
            </ButtonLink>
          )}
          {mayChange && (
            <ButtonLink href={`/orders/${orderId}/address`} size="sm">
              Change address
            </ButtonLink>
          )}
        </div>
      )}
    </section>
  )
}

function OwnRefund({
  orderId,
  verdict,
  open,
  isDeposit,
  isFree,
}: ShownOrder['refund'] & { orderId: string }) {
  const words = !isDeposit
    ? {
        text: 'You can refund items here, each until the time shown beside it.',
        label: 'Choose items to refund',
      }
    : isFree
      ? { text: 'It was free. You can cancel it until we file your transfer form.', label: 'Cancel it' }
      : {
          text: 'You can refund the full deposit until we file your transfer form.',
          label: 'Refund the deposit',
        }
  return (
    <section aria-labelledby="refund">
      <h2 className="h3" id="refund">
        Refund
      </h2>
      {open.length > 0 && (
        <ul className="grid gap-2" role="status">
          {open.map(({ id, words: said, isStopped }) => (
            <li className={isStopped ? 'field-error' : 'text-sm text-muted'} key={id}>
              {said}
            </li>
          ))}
        </ul>
      )}
      {verdict.ok && (
        <>
          <p className="text-sm text-muted">{words.text}</p>
          <div className="btns">
            <ButtonLink href={`/orders/${orderId}/refund`} size="sm">
              {words.label}
            </ButtonLink>
          </div>
        </>
      )}
      {!verdict.ok && verdict.why !== 'refund_under_way' && (
        <p className="text-sm text-muted">
          <LinkedText text={refundRefusalWords[verdict.why]} />
        </p>
      )}
    </section>
  )
}

export const linkText =
  'You don’t need an account: your private link opens this order on any device. Anyone who has it can see the order and request a refund, so keep it to yourself. Links expire after 90 days; each email from us has a new one.'

export function PrivateLink({ orderId, formKey }: { orderId: string; formKey: string }) {
  const action = `/orders/${orderId}/link`
  return (
    <section className="grid content-start gap-3 print:hidden" aria-labelledby="private-link">
      <h2 className="h3" id="private-link">
        Your private link
      </h2>
      <p className="text-sm text-muted">{linkText}</p>
      <div className="btns">
        <Form method="post" action={action}>
          <Button size="sm" busyLabel="Creating a link...">
            Show my link
          </Button>
        </Form>
        <Form method="post" action={action}>
          <input type="hidden" name="key" value={formKey} autoComplete="off" />
          <Button size="sm" name="end" value="yes" busyLabel="Ending...">
            End all links
          </Button>
        </Form>
      </div>
      <p className="text-sm text-muted">
        Did someone else get your link? This ends all links and signs out every other browser. This browser
        stays signed in.
      </p>
    </section>
  )
}
