import { data, Form, redirect } from 'react-router'
import '#app/features/orders/order.css'
import type { Db } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { refused, tooMany } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { readForm } from '#app/http/form.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { OrderPlate } from '#app/features/orders/components/order-lines.tsx'
import { refundOwnLines } from '../flows.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { afterOpenRefunds, refundCents, returnLines } from '../rules.ts'
import { storedGood } from '#app/features/orders/sellable.ts'
import {
  unrefundedLineCents,
  lineRefund,
  type OwnRefundRefusal,
  refundRefusalWords,
  refundClockWords,
} from '#app/features/orders/refunds.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { withReturnRefusals } from '#app/features/orders/store/shown-lines.server.ts'
import { listOpenRefunds } from '../store/refund.server.ts'
import { type SubjectNoun, subjectNounOf, describeHeld, orderSubject } from '#app/features/orders/words.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/refund'

export const meta = () => [{ title: siteTitle('Refund') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const { order: stored } = await requireOwnOrder(args)
  // Refunds are computed net of open refunds.
  const open = await listOpenRefunds(shop.db, stored.id)
  const order = afterOpenRefunds(await withReturnRefusals(shop.db, sellables, stored), open)
  const lines = order.lines
    .filter(({ returnedAt }) => !returnedAt)
    .map(async (line) => {
      const verdict = lineRefund(line, order, shop.now())
      const { returning } = storedGood(sellables, line)?.sellable ?? {}
      const asStored = stored.lines.find(({ position }) => position === line.position)
      const alsoCents = (await returning?.alsoRefundsCents?.(shop.db, line)) ?? 0
      return {
        ...line,
        mayReturn: verdict.ok,
        amountCents: unrefundedLineCents((line.isReturning && asStored) || line),
        alsoCents,
        also: alsoCents > 0 && `Its balance of ${formatCentsExact(alsoCents)} is refunded with it`,
        clock: refundClockWords(verdict, shop.timeZone, unrefundedLineCents(line)),
      }
    })
  const shown = await Promise.all(lines)
  const positions = shown.filter(({ mayReturn }) => mayReturn).map(({ position }) => position)
  // The order page explains why a refund is not possible.
  if (positions.length === 0) throw redirect(`/orders/${order.id}`)
  return {
    orderId: order.id,
    subject: orderSubject(order.lines),
    amountCents: refundCents(returnLines(order, positions)),
    lines: shown,
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const form = await readForm(args.request)
  const chosen = order.lines.length === 1 ? order.lines : chosenOf(order, form)
  const requested = await refundOwnLines(
    shop,
    args.context.get(sellablesContext),
    order.id,
    chosen.map(({ position }) => position),
  )
  if (!requested.ok && requested.why === 'nothing_chosen')
    return data({ refusal: refundRefusalWords.nothing_chosen }, { status: 422 })
  if (!requested.ok && !(await isPressedTwice(shop.db, order.id, chosen)))
    return refused(refundRefusalWords[requested.why as OwnRefundRefusal])
  return redirect(`/orders/${order.id}`, 303)
}

/** A repeated submission finds all of its lines returned, or being returned, by the first. */
async function isPressedTwice(db: Db, orderId: string, chosen: OrderView['lines']) {
  const order = await findOrder(db, orderId)
  const gone = order?.lines.filter(({ returnedAt, isReturning }) => returnedAt || isReturning) ?? []
  return chosen.every((line) => gone.some(({ position }) => position === line.position))
}

function chosenOf(order: OrderView, form: FormData) {
  const positions = form.getAll('line').map(parsePosition)
  // A partly invalid choice counts as none: we do not guess.
  if (positions.includes(undefined)) return []
  return order.lines.filter(({ position }) => positions.includes(position))
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, subject, amountCents, lines } = loaderData
  const { plate, title, detail } = subject
  const thing = describeHeld(subject)
  const [only, ...others] = lines
  const one = others.length === 0 ? only : undefined
  const noun = subjectNounOf(subject)
  return (
    <section className="wrap order-status" aria-labelledby="refund" data-page-theme={plate?.theme ?? 'noir'}>
      <div className="print:hidden">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1" id="refund">
          {one
            ? `${amountCents === 0 ? 'Return' : 'Refund'} ${noun === 'order' ? 'it' : thing}?`
            : 'What would you like to refund?'}
        </h1>
        <p className="lead">
          {leadWords(one && amountCents, noun)}
          {one?.also && ` ${one.also}.`} This cannot be undone.
        </p>
        <FormRefusal text={actionData?.refusal} />
        <Form method="post" className="grid w-full gap-4">
          {!one && <ReturnChoice lines={lines} />}
          <div className="btns">
            <Button variant="primary" busyLabel="Processing...">
              {one ? oneWords(amountCents + one.alsoCents) : 'Refund selected items'}
            </Button>
            <ButtonLink href={`/orders/${orderId}`}>Keep {one ? thing : 'everything'}</ButtonLink>
          </div>
        </Form>
      </div>
    </section>
  )
}

function leadWords(cents: number | undefined, noun: SubjectNoun) {
  const isNumber = noun === 'number'
  if (cents === 0)
    return isNumber
      ? 'It was free. The number becomes available to others.'
      : 'It was free, so there is nothing to refund.'
  const what = cents === undefined ? 'The price of the items you choose' : formatCents(cents)
  return `${what} goes back to the card you paid with${isNumber ? ', and the number becomes available to others.' : '.'}`
}

function oneWords(amountCents: number): string {
  return amountCents === 0 ? 'Return it' : `Refund ${formatCents(amountCents)}`
}

function ReturnChoice({ lines }: Pick<Route.ComponentProps['loaderData'], 'lines'>) {
  return (
    <fieldset className="border-t border-hairline">
      <legend className="sr-only">Items to return</legend>
      {lines.map(({ position, title, detail, amountCents, also, mayReturn, clock }) => (
        <label className="choice border-b border-hairline py-3" key={position}>
          <input type="checkbox" name="line" value={position} disabled={!mayReturn} />
          <span>
            {title} <span className="numeral">{formatCentsExact(amountCents)}</span>
            <small>{[detail, clock, also].filter(Boolean).join('. ')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
