import { Form, redirect } from 'react-router'
import '#app/features/orders/order.css'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { refused, tooMany } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { answerBy } from '#app/features/orders/parcels.ts'
import { answerDelay, findDue } from '#app/features/orders/store/parcels.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { type OwnRefundRefusal, refundRefusalWords } from '#app/features/orders/refunds.ts'
import { refundUnsent } from '../parcels.server.ts'
import { unsentLines } from '../rules.ts'
import { FormRefusal } from '#app/ui/refusal-notice.tsx'
import type { Route } from './+types/delay'

export const meta = () => [{ title: siteTitle('Late package') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const due = await findDue(shop.db, order.id)
  // Sent, refunded, or not late: the order page explains.
  if (!due?.offeredAt) throw redirect(`/orders/${order.id}`)
  return {
    orderId: order.id,
    items: unsentLines(order.lines).map(({ position, title, quantity }) => ({ position, title, quantity })),
    until: formatLongDay(answerBy(due), shop.timeZone),
    hasChosenToWait: due.answer === 'wait',
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const answer = (await readForm(args.request)).get('answer') === 'cancel' ? 'cancel' : 'wait'
  const answered = await transact(shop, (work) => answerDelay(work, order.id, answer))
  if (answered.ok && answer === 'cancel') {
    const refunded = await refundUnsent(shop, args.context.get(sellablesContext), order.id)
    if (!refunded.ok) return refused(refundRefusalWords[refunded.why as OwnRefundRefusal])
  }
  return redirect(`/orders/${order.id}`, 303)
}

export default function DelayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, items, until, hasChosenToWait } = loaderData
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="delay">
      <h1 className="h1" id="delay">
        Wait or cancel?
      </h1>
      <p className="lead">
        We haven’t shipped these items yet, and we can’t give you a date. Wait for them, or cancel them for a
        full refund to the card you paid with.
      </p>
      <ul className="grid gap-1">
        {items.map(({ position, title, quantity }) => (
          <li key={position}>{quantity > 1 ? `${title} × ${quantity}` : title}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {hasChosenToWait
          ? 'You chose to wait. You can still cancel until we ship.'
          : `If you don’t answer by ${until}, we’ll cancel them and refund you.`}
      </p>
      <FormRefusal text={actionData?.refusal} />
      <Form method="post" className="btns">
        {!hasChosenToWait && (
          <Button variant="primary" name="answer" value="wait" busyLabel="Saving...">
            Wait for it
          </Button>
        )}
        <Button name="answer" value="cancel" busyLabel="Processing...">
          Cancel and refund
        </Button>
        <ButtonLink href={`/orders/${orderId}`}>Back to the order</ButtonLink>
      </Form>
    </section>
  )
}
