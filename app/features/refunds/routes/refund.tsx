import { data, Form, redirect, useNavigation } from 'react-router'
import '#app/features/orders/order.css'
import type { Db } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { refused, tooMany } from '#app/http/refused.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { OrderPlate } from '#app/features/orders/components/order-plate.tsx'
import { type ReturnableLine, ReturnChoice } from '../components/return-choice.tsx'
import { refundOwnLines } from '../flows.server.ts'
import { parsePosition } from '#app/features/orders/rules/position.ts'
import { afterOpenRefunds, refundCents, returnLines } from '../rules.ts'
import { unrefundedLineCents, lineRefund } from '#app/features/orders/rules/refund-clock.ts'
import {
  findOrder,
  type OrderView,
  sellablesContext,
  withReturnRefusals,
} from '#app/features/orders/store.server.ts'
import { listOpenParts } from '../store.server.ts'
import { type OwnRefundRefusal, refundRefusalWords } from '#app/features/orders/words/refunds.ts'
import { refundClockWords } from '#app/features/orders/words/refunds.ts'
import {
  type SubjectNoun,
  subjectNounOf,
  describeHeld,
  orderSubject,
} from '#app/features/orders/words/order-subject.ts'
import type { ReturnView } from '#app/features/orders/store.server.ts'
import type { Route } from './+types/refund'

export const headers = () => privatePageHeaders

export const meta = () => [{ title: 'Refund | PACo' }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order: found } = await requireOwnOrder(args)
  const returnable = await withReturnRefusals(shop.db, args.context.get(sellablesContext), found)
  // What each line gives is reckoned beside what is on its way back already.
  const order = afterOpenRefunds(returnable, await listOpenParts({ tx: shop.db }, found.id))
  const now = shop.now()
  const open = order.lines.filter((line) => lineRefund(line, order, now).ok)
  // A refund that is not possible is explained on the order's own page.
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
    lines: choices(order, found, now, shop.timeZone),
  }
}

function choices(
  order: Pick<ReturnView, 'lines' | 'state'>,
  asStored: OrderView,
  now: Date,
  timeZone: string,
): ReturnableLine[] {
  return order.lines
    .filter(({ returnedAt }) => !returnedAt)
    .map((line) => {
      const verdict = lineRefund(line, order, now)
      return {
        position: line.position,
        title: line.title,
        detail: line.detail,
        mayReturn: verdict.ok,
        amountCents: unrefundedLineCents((line.isReturning && storedLine(asStored, line.position)) || line),
        clock: refundClockWords(verdict, timeZone, unrefundedLineCents(line)),
      }
    })
}

function storedLine({ lines }: OrderView, position: number) {
  return lines.find((line) => line.position === position)
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const form = await readForm(args.request)
  // An order of one line needs no choice.
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

/** The second press of a doubled one finds that all of its lines went back, or are about to, with the first. */
async function isPressedTwice(db: Db, orderId: string, chosen: OrderView['lines']) {
  const order = await findOrder(db, orderId)
  const gone = order?.lines.filter(({ returnedAt, isReturning }) => returnedAt || isReturning) ?? []
  return chosen.every((line) => gone.some(({ position }) => position === line.position))
}

function chosenOf(order: OrderView, form: FormData) {
  const positions = form.getAll('line').map(parsePosition)
  // A choice of which a part cannot be read is none: what was meant is not for us to guess.
  if (positions.includes(undefined)) return []
  return order.lines.filter(({ position }) => positions.includes(position))
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, amountCents, lines, ...what } = loaderData
  const { plate, title, detail } = what
  const navigation = useNavigation()
  const thing = describeHeld(what)
  const isOne = lines.length === 1
  const noun = subjectNounOf(what)
  return (
    <section className="wrap order-status" aria-labelledby="refund" data-page-theme={loaderData.theme}>
      <div className="print:hidden">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1" id="refund">
          {isOne ? `Give ${noun === 'order' ? 'it' : thing} back?` : 'What goes back?'}
        </h1>
        <p className="lead">{leadWords({ isOne, amountCents, noun })} This cannot be undone.</p>
        {actionData && (
          <p className="field-error" role="alert">
            {actionData.refusal}
          </p>
        )}
        <Form method="post" className="return-form">
          {!isOne && <ReturnChoice lines={lines} />}
          <div className="btns">
            <Button variant="primary" busy={navigation.state !== 'idle'} busyLabel="Processing...">
              {isOne ? oneWords(amountCents) : 'Refund selected items'}
            </Button>
            <ButtonLink to={`/orders/${orderId}`}>Keep {isOne ? thing : 'everything'}</ButtonLink>
          </div>
        </Form>
      </div>
    </section>
  )
}

function leadWords({
  isOne,
  amountCents,
  noun,
}: {
  isOne: boolean
  amountCents: number
  noun: SubjectNoun
}): string {
  if (isOne && amountCents === 0)
    return noun === 'number' ? 'The number is open to others at once.' : 'No money has to move for it.'
  const what = isOne ? `${formatCents(amountCents)} goes` : 'The price of what you choose goes'
  return `${what} back to the card it came from${noun === 'number' ? ', and the number is open to others at once.' : '.'}`
}

function oneWords(amountCents: number): string {
  return amountCents === 0 ? 'Give it back' : `Refund ${formatCents(amountCents)}`
}
