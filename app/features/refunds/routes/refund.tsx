import { data, Form, redirect } from 'react-router'
import '#app/features/orders/order.css'
import type { Db } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { refused, tooMany } from '#app/http/refused.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { readForm } from '#app/http/read-form.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { OrderPlate } from '#app/features/orders/components/order-lines.tsx'
import { refundOwnLines } from '../flows.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { afterOpenRefunds, refundCents, returnLines, alsoRefundedWords } from '../rules.ts'
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
import { withReturnRefusals, type ReturnView } from '#app/features/orders/store/shown-lines.server.ts'
import { listOpenParts } from '../store/refund.server.ts'
import { type SubjectNoun, subjectNounOf, describeHeld, orderSubject } from '#app/features/orders/subject.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/refund'

export const meta = () => [{ title: siteTitle('Refund') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order: found } = await requireOwnOrder(args)
  const returnable = await withReturnRefusals(shop.db, args.context.get(sellablesContext), found)
  // Refunds are computed net of open refunds.
  const order = afterOpenRefunds(returnable, await listOpenParts({ tx: shop.db }, found.id))
  const now = shop.now()
  const open = order.lines.filter((line) => lineRefund(line, order, now).ok)
  // The order page explains why a refund is not possible.
  if (open.length === 0) throw redirect(`/orders/${order.id}`)
  const thing = orderSubject(order.lines)
  const whole = returnLines(
    order,
    open.map(({ position }) => position),
  )
  return {
    orderId: order.id,
    ...thing,
    theme: thing.plate?.theme ?? 'noir',
    amountCents: refundCents(whole),
    lines: choices(order, found, await alsoRefunded(args, found), now, shop.timeZone),
  }
}

function choices(
  order: Pick<ReturnView, 'lines' | 'state'>,
  asStored: OrderView,
  also: ReadonlyMap<number, number>,
  now: Date,
  timeZone: string,
) {
  return order.lines
    .filter(({ returnedAt }) => !returnedAt)
    .map((line) => {
      const verdict = lineRefund(line, order, now)
      return {
        position: line.position,
        title: line.title,
        detail: line.detail,
        alsoCents: also.get(line.position) ?? 0,
        mayReturn: verdict.ok,
        amountCents: unrefundedLineCents(
          (line.isReturning && asStored.lines.find(({ position }) => position === line.position)) || line,
        ),
        clock: refundClockWords(verdict, timeZone, unrefundedLineCents(line)),
      }
    })
}

async function alsoRefunded({ context }: Pick<Route.LoaderArgs, 'context'>, { id, lines }: OrderView) {
  const { db } = context.get(shopContext)
  const sellables = context.get(sellablesContext)
  const cents = new Map<number, number>()
  for (const line of lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    cents.set(line.position, (await sellable?.returning?.alsoRefundsCents?.(db, id, ref)) ?? 0)
  }
  return cents
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
  const { orderId, amountCents, lines, ...what } = loaderData
  const { plate, title, detail } = what
  const thing = describeHeld(what)
  const isOne = lines.length === 1
  const noun = subjectNounOf(what)
  const alsoCents = isOne ? (lines[0]?.alsoCents ?? 0) : 0
  return (
    <section className="wrap order-status" aria-labelledby="refund" data-page-theme={loaderData.theme}>
      <div className="print:hidden">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1" id="refund">
          {isOne
            ? `${amountCents === 0 ? 'Return' : 'Refund'} ${noun === 'order' ? 'it' : thing}?`
            : 'What would you like to refund?'}
        </h1>
        <p className="lead">
          {leadWords({ isOne, amountCents, noun })}
          {alsoCents > 0 && ` ${alsoRefundedWords(alsoCents)}.`} This cannot be undone.
        </p>
        <FormRefusal text={actionData?.refusal} />
        <Form method="post" className="grid w-full gap-4">
          {!isOne && <ReturnChoice lines={lines} />}
          <div className="btns">
            <Button variant="primary" busyLabel="Processing...">
              {isOne ? oneWords(amountCents + alsoCents) : 'Refund selected items'}
            </Button>
            <ButtonLink to={`/orders/${orderId}`}>Keep {isOne ? thing : 'everything'}</ButtonLink>
          </div>
        </Form>
      </div>
    </section>
  )
}

function leadWords({ isOne, amountCents, noun }: { isOne: boolean; amountCents: number; noun: SubjectNoun }) {
  if (isOne && amountCents === 0)
    return noun === 'number'
      ? 'It was free. The number becomes available to others.'
      : 'It was free, so there is nothing to refund.'
  const what = isOne ? formatCents(amountCents) : 'The price of the items you choose'
  return `${what} goes back to the card you paid with${noun === 'number' ? ', and the number becomes available to others.' : '.'}`
}

function oneWords(amountCents: number): string {
  return amountCents === 0 ? 'Return it' : `Refund ${formatCents(amountCents)}`
}

function ReturnChoice({ lines }: { lines: ReturnType<typeof choices> }) {
  return (
    <fieldset className="border-t border-hairline">
      <legend className="sr-only">Items to return</legend>
      {lines.map(({ position, title, detail, amountCents, alsoCents, mayReturn, clock }) => (
        <label className="choice border-b border-hairline py-3" key={position}>
          <input type="checkbox" name="line" value={position} disabled={!mayReturn} />
          <span>
            {title} <span className="numeral">{formatCentsExact(amountCents)}</span>
            <small>{[detail, clock, alsoRefundedWords(alsoCents)].filter(Boolean).join('. ')}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
