import { Outlet, useRouteLoaderData } from 'react-router'
import '../order.css'
import { verdictText } from '#app/features/compliance/words.ts'
import { listCoversOfOrder } from '#app/features/photos/store.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import type { loader as progress } from '#app/features/reservations/routes/progress.tsx'
import { siteTitle } from '#app/kit/brand.ts'
import { minute } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { refuse } from '#app/kit/refusal.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { ToastMark } from '#app/ui/toaster.tsx'
import { openOrderLink, pathInOrder, readOwnHistory } from '../access.server.ts'
import { draftOf } from '../components/buyer-fields.tsx'
import { OrderDetails, OrderLines } from '../components/order-details.tsx'
import { OrderPlate } from '../components/order-lines.tsx'
import { partsOf } from '../mails.server.ts'
import { recipientOf } from '../quote.ts'
import {
  lineRefund,
  mayChooseDealer,
  refundClockWords,
  refundProgressWords,
  unrefundedLineCents,
} from '../refunds.ts'
import { reviewStateOf } from '../review.ts'
import { isEnding, isPaid, isSettling, mayPay } from '../rules.ts'
import { mayChangeAddress } from '../store/buyer.server.ts'
import { sellablesContext } from '../store/lines.server.ts'
import { findDue, listParcels } from '../store/parcels.server.ts'
import type { OrderHistory } from '../store/read.server.ts'
import { listReviews } from '../store/review.server.ts'
import {
  findLineArt,
  findLinePages,
  findOffered,
  hasFreePage,
  showParcels,
  showReceipt,
  withReturnRefusals,
} from '../store/shown-lines.server.ts'
import {
  certificateOf,
  checkoutStepsOf,
  checkoutWordsOf,
  describeHeld,
  eventWords,
  formatMoment,
  invoiceWords,
  isDepositLine,
  orderSubject,
  paidForOf,
  reservePath,
  statusWords,
  subjectNounOf,
} from '../words.ts'
import type { Route } from './+types/order'

export const meta = () => [{ title: siteTitle('Your order') }]

const freshMs = minute

export async function loader(args: Route.LoaderArgs) {
  const orderId = normalizeCode(args.params.order)
  const query = new URL(args.request.url).searchParams
  const key = query.get('key')
  // An email may link to a page of one line, never outside the order.
  if (key !== null) return openOrderLink(args, orderId, key, pathInOrder(orderId, query.get('to') ?? ''))

  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const [{ order: found }, covers, hasFree] = await Promise.all([
    readOwnHistory(args),
    listCoversOfOrder(shop, orderId),
    hasFreePage(shop, sellables, orderId),
  ])
  const now = shop.now()
  const order = await withReturnRefusals(shop.db, sellables, found)
  const { state, lines, paidAt, refunds } = order
  const [offered, pages, art] = await Promise.all([
    findOffered(shop, sellables, lines, { isFirst: true }),
    findLinePages(shop.db, sellables, order, hasFree),
    findLineArt(shop.db, sellables, lines),
  ])
  const subject = orderSubject(lines)
  const noun = subjectNounOf(subject)
  const transfers = lines.filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
  const endings = transfers.map(({ stage }) => (stage && isEnding(stage) ? stage : null))
  const isOurs = paidAt !== null && state !== 'paid_unfulfilled'
  // A refund that waits for settlement or a person takes days: do not poll for it.
  const isRefundAwaited = refunds.some((refund) => refund.state === 'started' && refund.waitingFor === null)
  const invoice = await findInvoice(shop, order)
  const verdicts = lines.map((line) => lineRefund(line, order, now))
  return {
    orderId: order.id,
    linkKey: secretToken(),
    state: state === 'held' && !mayPay(order, now).ok ? ('expired' as const) : state,
    ...subject,
    stages: transfers.flatMap(({ itemClass, stage, returnedAt }) =>
      stage && !returnedAt ? { itemClass, stage } : [],
    ),
    art,
    theme: subject.plate?.theme ?? art?.theme ?? 'noir',
    lines: lines.map((line) => ({
      ...line,
      isDeposit: isDepositLine(sellables, line),
      clock: isOurs
        ? refundClockWords(lineRefund(line, order, now), shop.timeZone, unrefundedLineCents(line))
        : '',
      offered: offered.get(line.position) ?? [],
      photo: covers[(line.ref as { variant?: string }).variant ?? ''] ?? null,
      page: pages.get(line.position) ?? null,
    })),
    isFresh: paidAt !== null && isPaid(state) && now.getTime() - paidAt.getTime() < freshMs,
    isUnsettled: (isSettling(state) && !invoice) || isRefundAwaited,
    invoice,
    review: await findReviewText(shop, order),
    paidFor: paidForOf(sellables, order),
    ending: endings.includes(null) ? null : (endings[0] ?? null),
    dealer: order.dealerName === null ? null : order,
    mayChooseDealer: mayChooseDealer(order, now).ok,
    certificate:
      (isPaid(state) && lines.map((line) => certificateOf(shop.certify, line)).find(Boolean)) || null,
    refund: {
      verdict: verdicts.find(({ ok }) => ok) ?? verdicts[0] ?? refuse('not_paid'),
      isDeposit: subject.count === 1 && transfers.length === 1,
      isFree: order.capturedCents === 0,
      open: showRefunds(order),
    },
    parcel: isOurs ? await findParcel(shop, order) : null,
    success: checkoutWordsOf(sellables, order).success ?? null,
    steps: isPaid(state) ? checkoutStepsOf(sellables, order) : [],
    receipt: showReceipt(order, shop),
    events: order.events
      .map(({ id, at, kind, data }) => ({
        id,
        at,
        on: formatMoment(at, shop.timeZone),
        words: eventWords(kind, data, noun) ?? '',
      }))
      .filter(({ words }) => words !== '')
      .toReversed(),
  }
}

export type ShownOrder = Exclude<Awaited<ReturnType<typeof loader>>, Response>

async function findReviewText({ db }: Shop, { id, verdict }: OrderHistory): Promise<string> {
  if (!verdict || verdict.outcome === 'allowed') return ''
  const [latest] = await listReviews(db, id)
  const state = reviewStateOf(verdict, latest)
  return state === 'clear' || state === 'declined' ? '' : verdictText(verdict)
}

async function findInvoice({ gateway, timeZone }: Shop, { state, lastAttempt }: OrderHistory) {
  if (state !== 'review' || !lastAttempt) return null
  const invoice = await gateway.findInvoice?.(lastAttempt.id)
  return invoice ? { ...invoice, dueOn: formatMoment(invoice.dueAt, timeZone) } : null
}

async function findParcel({ db, timeZone }: Shop, order: OrderHistory) {
  const to = recipientOf(order)
  if (!to) return null
  const wasShipped = order.lines.some(
    ({ fulfillment, deliveredAt }) => fulfillment === 'shipping' && deliveredAt,
  )
  if (!wasShipped && !mayChangeAddress(order)) return null
  const [parcels, due] = await Promise.all([listParcels(db, order.id), findDue(db, order.id)])
  return {
    lines: [to.name, ...to.lines],
    shipping: to.shipping,
    parcels: showParcels(parcels, timeZone),
    mayChange: mayChangeAddress(order) && parcels.every(({ sentAt }) => sentAt !== null),
    isLate: Boolean(due?.offeredAt),
  }
}

/** Those under way, and those refused while we still owe as much. */
function showRefunds(order: OrderHistory) {
  const counted = order.refunds.filter(({ isLate }) => !isLate)
  const leftCents = counted
    .filter(({ state }) => state !== 'refused')
    .reduce((left, { amountCents }) => left - amountCents, order.capturedCents)
  return counted.flatMap((refund) => {
    const { id, state, amountCents, waitingFor } = refund
    if (state === 'done' || (state === 'refused' && amountCents > leftCents)) return []
    const of = order.lines.length > 1 ? partsOf(order, refund) : ''
    const words = refundProgressWords({ state, amount: formatCentsExact(amountCents), of, waitingFor })
    return { id, words, isStopped: state !== 'started' }
  })
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  const { orderId, invoice, isFresh, success, steps } = loaderData
  return (
    <div className="wrap grid gap-16 pt-8 pb-24" data-page-theme={loaderData.theme}>
      {loaderData.isUnsettled && (
        // Reads the page anew while a payment or refund is pending: `site/live.ts`, or the browser where it runs no script.
        <div hidden data-refresh={20}>
          <noscript>
            <meta httpEquiv="refresh" content="3" />
          </noscript>
        </div>
      )}
      {isFresh && success && <ToastMark title={success.title} description={success.text} />}
      {isFresh && steps.length > 0 && (
        <Steps steps={steps.map((label) => ({ label }))} current={steps.length - 1} label="Progress" />
      )}
      <OrderStatus {...loaderData} />
      {invoice && (
        <section className="grid gap-3" aria-labelledby="invoice">
          <h2 className="h3" id="invoice">
            How to pay
          </h2>
          <p className="whitespace-pre-line">{invoice.payTo}</p>
          <p>{invoiceWords.name(orderId)}</p>
          <p className="text-sm text-muted">{invoiceWords.overdue}</p>
        </section>
      )}
      <Outlet />
      <OrderDetails {...loaderData} />
    </div>
  )
}

function OrderStatus(order: ShownOrder) {
  const { orderId, state, plate, title, detail } = order
  const noun = subjectNounOf(order)
  const words = statusWords(order)
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
          <OrderLines lines={order.lines} />
        </div>
      ) : (
        <div className="print:hidden">
          <OrderPlate key={state} {...order} engraving={order.isFresh} />
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
        {words.review && (
          <p className="text-sm text-muted">
            <LinkedText text={words.review} />
          </p>
        )}
        <Duties />
        {state === 'held' && (
          <div className="btns">
            <ButtonLink href={`/checkout/${orderId}`} variant="primary">
              Go to Checkout
            </ButtonLink>
          </div>
        )}
        {(state === 'expired' || state === 'canceled') && plate && order.count === 1 && (
          <div className="btns">
            <ButtonLink href={reservePath(plate)} variant="primary">
              See if {describeHeld(order)} is still available
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}

function Duties() {
  const todo = useRouteLoaderData<typeof progress>('order-progress')?.todo ?? []
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
              <ButtonLink href={to} variant={index === 0 ? 'primary' : 'secondary'}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
