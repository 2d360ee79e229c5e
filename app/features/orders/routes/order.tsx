import { postalLine } from '#app/facts/facts.ts'
import { Outlet } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import '../order.css'
import { verdictText } from '#app/features/compliance/words.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { minute } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { refuse } from '#app/kit/refusal.ts'
import { Steps } from '#app/ui/steps.tsx'
import { openOrderLink, pathInOrder, readOwnHistory } from '../access.server.ts'
import { InvoicePanel, OrderStatus } from '../components/order-status.tsx'
import { OrderDetails } from '../components/order-details.tsx'
import { ToastMark } from '#app/ui/toaster.tsx'
import { type Ending, isEnding, isPaid, isSettling, mayPay } from '../rules.ts'
import { reviewStateOf } from '../review.ts'
import {
  lineRefund,
  mayChooseDealer,
  refundClockWords,
  refundProgressWords,
  unrefundedLineCents,
} from '../refunds.ts'
import {
  findLinePages,
  findLineArt,
  findOffered,
  hasFreePage,
  type ReturnView,
  withReturnRefusals,
} from '../store/shown-lines.server.ts'
import { listCoversOfOrder } from '#app/features/photos/store.server.ts'
import { listReviews, type OrderReview } from '../store/review.server.ts'
import type { OrderHistory } from '../store/read.server.ts'
import { sellablesContext } from '../store/lines.server.ts'
import { formatMoment, eventWords } from '../words.ts'
import {
  certificateOf,
  isDepositLine,
  subjectNounOf,
  orderSubject,
  checkoutStepsOf,
  checkoutWordsOf,
  paidForOf,
} from '../subject.ts'
import type { Route } from './+types/order'
import { showParcels, showReceipt } from './shown-order.server.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { partsOf } from '../mails.server.ts'
import { recipientOf } from '../quote.ts'
import { mayChangeAddress } from '../store/buyer.server.ts'
import { findDue, listParcels } from '../store/parcels.server.ts'

export const meta = () => [{ title: siteTitle('Your order') }]

const freshMs = minute

export async function loader(args: Route.LoaderArgs) {
  const key = new URL(args.request.url).searchParams.get('key')
  if (key !== null) return openByLink(args, key)

  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const orderId = normalizeCode(args.params.order)
  const [{ order: found }, covers, hasFree] = await Promise.all([
    readOwnHistory(args),
    listCoversOfOrder(shop, orderId),
    hasFreePage(shop, sellables, orderId),
  ])
  const now = shop.now()
  const order = await withReturnRefusals(shop.db, sellables, found)
  const { events, refunds } = order
  const [offered, pages, art] = await Promise.all([
    findOffered(shop, sellables, order.lines, { isFirst: true }),
    findLinePages(shop.db, sellables, order, hasFree),
    findLineArt(shop.db, sellables, order.lines),
  ])
  const thing = orderSubject(order.lines)
  const { plate } = thing
  const noun = subjectNounOf(thing)
  const transfers = order.lines.filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
  const on = (moment: Date) => formatMoment(moment, shop.timeZone)
  const isOurs = order.paidAt !== null && order.state !== 'paid_unfulfilled'
  const isOverdue = order.state === 'held' && !mayPay(order, now).ok
  // A refund that waits for settlement or a person takes days: do not poll for it.
  const isRefundAwaited = refunds.some(({ state, waitingFor }) => state === 'started' && waitingFor === null)
  const invoice = await findShownInvoice(shop, order)
  const [latest] =
    order.verdict && order.verdict.outcome !== 'allowed' ? await listReviews(shop.db, order.id) : []
  return {
    orderId: order.id,
    linkKey: secretToken(),
    state: isOverdue ? ('expired' as const) : order.state,
    ...thing,
    stages: transfers.flatMap(({ itemClass, stage, returnedAt }) =>
      stage && !returnedAt ? { itemClass, stage } : [],
    ),
    art,
    theme: plate?.theme ?? art?.theme ?? 'noir',
    lines: order.lines.map((line) => ({
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      isDeposit: isDepositLine(sellables, line),
      clock: isOurs
        ? refundClockWords(lineRefund(line, order, now), shop.timeZone, unrefundedLineCents(line))
        : '',
      isReturned: line.returnedAt !== null,
      offered: offered.get(line.position) ?? [],
      photo: covers[(line.ref as { variant?: string }).variant ?? ''] ?? null,
      page: pages.get(line.position) ?? null,
    })),
    isFresh: order.paidAt !== null && isPaid(order.state) && now.getTime() - order.paidAt.getTime() < freshMs,
    isUnsettled: (isSettling(order.state) && !invoice) || isRefundAwaited,
    invoice,
    review: reviewText(order.verdict, latest),
    paidFor: paidForOf(sellables, order),
    ending: endingOf(transfers),
    dealer: order.dealerName === null ? null : order,
    mayChooseDealer: mayChooseDealer(order, now).ok,
    certificate: isPaid(order.state) ? shownCertificate(shop, order) : null,
    refund: {
      verdict: ownRefund(order, now),
      isDeposit: thing.count === 1 && transfers.length === 1,
      isFree: order.capturedCents === 0,
      open: showRefunds(order),
    },
    parcel: isOurs ? await findParcels(shop, order) : null,
    success: checkoutWordsOf(sellables, order).success ?? null,
    steps: isPaid(order.state) ? checkoutStepsOf(sellables, order) : [],
    receipt: showReceipt(order, {
      timeZone: shop.timeZone,
      seller: postalLine(shop.facts()),
    }),
    events: events
      .map(({ id, at, kind, data: more }) => ({
        id,
        at,
        on: on(at),
        words: eventWords(kind, more, noun) ?? '',
      }))
      .filter(({ words }) => words !== '')
      .toReversed(),
  }
}

export type ShownOrder = Exclude<Awaited<ReturnType<typeof loader>>, Response>

function reviewText(verdict: OrderHistory['verdict'], latest: OrderReview | undefined): string {
  const state = reviewStateOf(verdict, latest)
  const isOpen = verdict && verdict.outcome !== 'allowed' && state !== 'clear' && state !== 'declined'
  return isOpen ? verdictText(verdict) : ''
}

function endingOf(transfers: OrderHistory['lines']): Ending | null {
  const endings = transfers.map(({ stage }) => (stage && isEnding(stage) ? stage : null))
  return endings.includes(null) ? null : (endings[0] ?? null)
}

async function findShownInvoice({ gateway, timeZone }: Shop, { state, lastAttempt }: OrderHistory) {
  if (state !== 'review' || !lastAttempt) return null
  const invoice = await gateway.findInvoice?.(lastAttempt.id)
  if (!invoice) return null
  const { amountCents, payTo } = invoice
  return { amountCents, payTo, dueOn: formatMoment(invoice.dueAt, timeZone) }
}

function ownRefund(order: ReturnView, now: Date) {
  const verdicts = order.lines.map((line) => lineRefund(line, order, now))
  return verdicts.find(({ ok }) => ok) ?? verdicts[0] ?? refuse('not_paid')
}

async function findParcels({ db, timeZone }: Pick<Shop, 'db' | 'timeZone'>, order: OrderHistory) {
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

function showRefunds(order: OrderHistory): { id: string; words: string; isStopped: boolean }[] {
  return order.refunds.flatMap((refund) => {
    const { id, isLate, state, amountCents, waitingFor } = refund
    if (isLate || state === 'done') return []
    if (state === 'refused' && !isStillOwed(order, amountCents)) return []
    const of = order.lines.length > 1 ? partsOf(order, refund) : ''
    const amount = formatCentsExact(amountCents)
    return {
      id,
      words: refundProgressWords({ state, amount, of, waitingFor }),
      isStopped: state !== 'started',
    }
  })
}

function isStillOwed({ capturedCents, refunds }: OrderHistory, amountCents: number): boolean {
  const given = refunds
    .filter(({ isLate, state }) => !isLate && state !== 'refused')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  return amountCents <= capturedCents - given
}

function shownCertificate({ certify }: Shop, { lines }: Pick<OrderHistory, 'lines'>) {
  const [code] = lines.flatMap((line) => certificateOf(certify, line) ?? [])
  return code === undefined ? null : { code, path: `/vault?code=${encodeURIComponent(code)}` }
}

/** An email may link to a page of one line, never outside the order. */
function openByLink({ context, params, request }: Route.LoaderArgs, key: string): Promise<Response> {
  const orderId = normalizeCode(params.order)
  const to = new URL(request.url).searchParams.get('to') ?? ''
  return openOrderLink({ context }, orderId, key, pathInOrder(orderId, to))
}

export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-16 pt-8 pb-24" data-page-theme={loaderData.theme}>
      {loaderData.isUnsettled && <PaymentPoller />}
      {loaderData.isFresh && loaderData.success && (
        <ToastMark title={loaderData.success.title} description={loaderData.success.text} />
      )}
      {loaderData.isFresh && loaderData.steps.length > 0 && (
        <Steps
          steps={loaderData.steps.map((label) => ({ label }))}
          current={loaderData.steps.length - 1}
          label="Progress"
        />
      )}
      <OrderStatus {...loaderData} />
      {loaderData.invoice && <InvoicePanel orderId={loaderData.orderId} invoice={loaderData.invoice} />}
      <Outlet />
      <OrderDetails {...loaderData} />
    </div>
  )
}

/** Reads the page anew while a payment or refund is pending: `site/live.ts`, or the browser where it runs no script. */
function PaymentPoller() {
  return (
    <div hidden data-refresh={20}>
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
    </div>
  )
}
