import { Form, redirect, useNavigation } from 'react-router'
import '../order.css'
import { shopContext } from '#app/http/context.server.ts'
import { refused, tooMany } from '#app/http/refused.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { privateHeaders, requireOwnOrder } from '../access.server.ts'
import { OrderPlate } from '../components/order-plate.tsx'
import { refundOwnOrder } from '../flows.server.ts'
import { mayRefundSelf, refundableCents } from '../rules.ts'
import { sellablesContext } from '../store.server.ts'
import { refundRefusalWords, theHeldThing } from '../words.ts'
import type { Route } from './+types/refund'

export const headers = () => privateHeaders

export const meta = () => [{ title: 'Refund | PACo' }, { name: 'robots', content: 'noindex' }]

export async function loader(asked: Route.LoaderArgs) {
  const { order } = await requireOwnOrder(asked)
  const [line] = order.lines
  const { title = '', detail = '', plate = null, stage = null } = line ?? {}
  // A refund that is not possible is explained on the order's own page.
  if (!mayRefundSelf({ state: order.state, stage }).ok) throw redirect(`/orders/${order.id}`)
  return {
    orderId: order.id,
    amountCents: refundableCents(order),
    ...{ title, detail, plate, theme: plate?.theme ?? 'noir' },
  }
}

export async function action(asked: Route.ActionArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const requested = await refundOwnOrder(shop, asked.context.get(sellablesContext), order.id)
  // Pressed twice: the second press finds the refund of the first.
  if (!requested.ok && requested.why !== 'refund_under_way' && order.state !== 'refunded')
    return refused(refundRefusalWords[requested.why as keyof typeof refundRefusalWords])
  return redirect(`/orders/${order.id}`, 303)
}

export default function RefundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, amountCents, plate, title, detail } = loaderData
  const navigation = useNavigation()
  const thing = theHeldThing(plate, title)
  return (
    <section className="wrap order-status" aria-labelledby="refund" data-page-theme={loaderData.theme}>
      <div className="order-plate">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1" id="refund">
          Give {thing} back?
        </h1>
        <p className="lead">
          {formatCents(amountCents)} goes back to the card it came from, and the number is open to others at
          once. This cannot be undone.
        </p>
        {actionData && (
          <p className="err" role="alert">
            {actionData.refusal}
          </p>
        )}
        <Form method="post" className="btns">
          <Button variant="primary" busy={navigation.state !== 'idle'} busyLabel="Processing...">
            Refund {formatCents(amountCents)}
          </Button>
          <ButtonLink to={`/orders/${orderId}`}>Keep {thing}</ButtonLink>
        </Form>
      </div>
    </section>
  )
}
