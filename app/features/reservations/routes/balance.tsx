import { Form, redirect } from 'react-router'
import '#app/features/orders/order.css'
import { transact } from '#app/db/db.server.ts'
import { orderCookie, requireOwnOrder } from '#app/features/orders/access.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound, refused, tooMany } from '#app/http/errors.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import { balanceRefusalWords, type BalanceState, isDue } from '../rules.ts'
import { findReservation, termsRows } from '../store/agreement.server.ts'
import { isPayable as isInTime, openBalance, taxWords, unpaidWords } from '../store/balance.server.ts'
import { findBalance } from '../store/balance-sold.server.ts'
import type { Route } from './+types/balance'

type Shown = 'due' | 'over' | 'refunding' | 'reviewed' | Exclude<BalanceState, 'open' | 'held'>

const pageWords: Record<Shown, [title: string, text: (dueOn: string) => string]> = {
  due: ['Balance due', (dueOn) => `The rest of the price is due ${dueOn}. The build begins once it’s paid.`],
  paid: ['Balance paid', () => 'Thank you. The receipt is in your email.'],
  refunding: [
    'Refund on its way',
    () => 'We’re refunding this balance the way you paid it, and email you when it’s done.',
  ],
  waived: ['Nothing to pay', () => 'We waived this balance. You owe nothing.'],
  reviewed: [
    'Balance on hold',
    () =>
      'We’re reviewing your reservation under state law. Nothing can be paid meanwhile, and the time doesn’t count against you: once it’s decided, we’ll email you the new due date.',
  ],
  released: ['No longer due', () => 'This request has ended. You owe nothing on it.'],
  over: [
    'Balance overdue',
    (dueOn) =>
      `It was due ${dueOn} and can no longer be paid here. Write to us at /contact about your reservation.`,
  ],
}

export const meta = () => [{ title: siteTitle('Balance') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order, balance } = await requireBalance(args)
  const now = shop.now()
  const { state, dueAt, priceCents, depositCents, amountCents, taxCents } = balance
  const isReviewed = isDue(state) && (await findReviewState(shop.db, order.id, now)) !== 'clear'
  const isPayable = isDue(state) && !isReviewed && isInTime(balance, now)
  const paidBy = state === 'paid' && balance.orderId ? await findOrder(shop.db, balance.orderId) : undefined
  const isReturning = paidBy?.lines.some((line) => line.isReturning)
  const unpaid = isReviewed ? 'reviewed' : isPayable ? 'due' : 'over'
  const shown = state === 'open' || state === 'held' ? unpaid : isReturning ? 'refunding' : state
  const [title, text] = pageWords[shown]
  const dueOn = formatLongDay(dueAt, shop.timeZone)
  const amounts = {
    Price: priceCents,
    'Deposit credited': -depositCents,
    Balance: amountCents,
    'Sales tax': taxCents,
    Total: amountCents + taxCents,
  }
  return {
    orderId: order.id,
    title,
    text: text(dueOn),
    rows: [
      { term: 'For', value: balance.detail },
      ...termsRows(await findReservation(shop.db, order.id, balance.position)),
      ...Object.entries(amounts).map(([term, cents]) => ({ term, value: formatCentsExact(cents) })),
      { term: 'Due', value: isReviewed ? 'Set once the review is decided' : dueOn },
    ],
    tax: taxWords(balance),
    note: isPayable ? unpaidWords(balance, shop.timeZone) : '',
    payLabel: isPayable ? `Pay ${formatCentsExact(amounts.Total)}` : '',
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order, balance } = await requireBalance(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const opened = await transact(shop, (work) => openBalance(work, order.id, balance.position))
  if (!opened.ok) return refused(balanceRefusalWords[opened.why])
  const cookie = orderCookie(opened.orderId, opened.token, { https: isHttps(shop) })
  return redirect(`/checkout/${opened.orderId}`, { status: 303, headers: { 'Set-Cookie': cookie } })
}

async function requireBalance(args: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>) {
  const { order } = await requireOwnOrder(args)
  const position = parsePosition(args.params.position)
  const { db } = args.context.get(shopContext)
  const balance = position === undefined ? undefined : await findBalance(db, order.id, position)
  if (balance) return { order, balance }
  throw notFound('No Balance Requested', {
    text: 'We haven’t asked for the balance of this reservation. We email you when it’s due.',
    link: { to: `/orders/${order.id}`, label: 'Back to your reservation' },
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
          <ButtonLink href={`/orders/${orderId}`}>Back to your reservation</ButtonLink>
        </div>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
    </section>
  )
}
