import { Form, redirect } from 'react-router'
import '#app/features/orders/order.css'
import { type Db, transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound, refused, tooMany } from '#app/http/errors.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { orderCookie, requireOwnOrder } from '#app/features/orders/access.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { type BalanceState, isDue, lastDayOfGrace } from '../rules.ts'
import { findReservation } from '../store/agreement.server.ts'
import { type Balance, findBalance } from '../store/balance-lookup.server.ts'
import { isPayable as isInTime } from '../store/balance.server.ts'
import { openBalance } from '../store/balance-pay.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { balanceRefusalWords, taxWords, termsRows, unpaidWords } from '../words.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/balance'

type PageWords = { title: string; text: (dueOn: string) => string }

const dueWords: PageWords = {
  title: 'Balance due',
  text: (dueOn) => `The rest of the price is due ${dueOn}. The build begins once it’s paid.`,
}

const balancePageWords: Record<BalanceState | 'over' | 'refunding' | 'reviewed', PageWords> = {
  open: dueWords,
  held: dueWords,
  paid: { title: 'Balance paid', text: () => 'Thank you. The receipt is in your email.' },
  refunding: {
    title: 'Refund on its way',
    text: () => 'We’re refunding this balance the way you paid it, and email you when it’s done.',
  },
  waived: { title: 'Nothing to pay', text: () => 'We waived this balance. You owe nothing.' },
  reviewed: {
    title: 'Balance on hold',
    text: () =>
      'We’re reviewing your reservation under state law. Nothing can be paid meanwhile, and the time doesn’t count against you: once it’s decided, we’ll email you the new due date.',
  },
  released: { title: 'No longer due', text: () => 'This request has ended. You owe nothing on it.' },
  over: {
    title: 'Balance overdue',
    text: (dueOn) =>
      `It was due ${dueOn} and can no longer be paid here. Write to us at /contact about your reservation.`,
  },
}

export const meta = () => [{ title: siteTitle('Balance') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const { balance } = await requireBalance(args, order.id)
  const now = shop.now()
  const { state, dueAt } = balance
  const isReviewed = isDue(state) && (await findReviewState(shop.db, order.id, now)) !== 'clear'
  const isPayable = isDue(state) && !isReviewed && isInTime(balance, now)
  const dueOn = formatLongDay(dueAt, shop.timeZone)
  const words = balancePageWords[isReviewed ? 'reviewed' : await shownState(shop.db, balance, isPayable)]
  return {
    orderId: order.id,
    title: words.title,
    text: words.text(dueOn),
    rows: [
      { term: 'For', value: balance.detail },
      ...termsRows(await findReservation(shop.db, order.id, balance.position)),
      ...amountRows(balance),
      { term: 'Due', value: isReviewed ? 'Set once the review is decided' : dueOn },
    ],
    tax: taxWords(balance),
    note: isPayable ? unpaidWords(dueOn, lastDayOfGrace(dueAt, shop.timeZone)) : '',
    payLabel: isPayable ? `Pay ${formatCentsExact(balance.amountCents + balance.taxCents)}` : '',
  }
}

function amountRows({ priceCents, depositCents, amountCents, taxCents }: Balance) {
  const amounts = {
    Price: priceCents,
    'Deposit credited': -depositCents,
    Balance: amountCents,
    'Sales tax': taxCents,
    Total: amountCents + taxCents,
  }
  return Object.entries(amounts).map(([term, cents]) => ({ term, value: formatCentsExact(cents) }))
}

async function shownState(db: Db, { state, orderId }: Balance, isPayable: boolean) {
  if (isDue(state) && !isPayable) return 'over'
  const order = state === 'paid' && orderId ? await findOrder(db, orderId) : undefined
  return order?.lines.some(({ isReturning }) => isReturning) ? 'refunding' : state
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const { balance } = await requireBalance(args, order.id)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const opened = await transact(shop, (work) => openBalance(work, order.id, balance.position))
  if (!opened.ok) return refused(balanceRefusalWords[opened.why])
  const cookie = orderCookie(opened.orderId, opened.token, { https: isHttps(shop) })
  return redirect(`/checkout/${opened.orderId}`, {
    status: 303,
    headers: { 'Set-Cookie': cookie },
  })
}

async function requireBalance(
  { context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>,
  orderId: string,
) {
  const position = parsePosition(params.position)
  const balance =
    position === undefined ? undefined : await findBalance(context.get(shopContext).db, orderId, position)
  if (balance) return { balance }
  throw notFound('No Balance Requested', {
    text: 'We haven’t asked for the balance of this reservation. We email you when it’s due.',
    link: { to: `/orders/${orderId}`, label: 'Back to your reservation' },
  })
}

export default function BalancePage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, title, text, rows, tax, note, payLabel } = loaderData
  return (
    <section className="wrap order-status" aria-labelledby="balance">
      <div className="grid min-w-0 gap-4">
        <DefinitionList items={rows} />
        <p className="text-sm text-muted">{tax}</p>
      </div>
      <div className="order-words">
        <p className="label text-faint">Order {orderId}</p>
        <h1 className="h1" id="balance">
          {title}
        </h1>
        <p className="lead">
          <LinkedText text={text} />
        </p>
        <FormRefusal text={actionData?.refusal} />
        <div className="btns">
          {payLabel && (
            <Form method="post">
              <Button variant="primary" busyLabel="One moment">
                {payLabel}
              </Button>
            </Form>
          )}
          <ButtonLink to={`/orders/${orderId}`}>Back to your reservation</ButtonLink>
        </div>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
    </section>
  )
}
