import { Form, redirect } from 'react-router'
import '#app/features/orders/forms.css'
import '#app/features/orders/order.css'
import { transact } from '#app/db/work.server.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { isSameSecret } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { orderCookie, orderNotFound, requireOwnOrder } from '#app/features/orders/access.server.ts'
import { payOrder } from '../flows.server.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import {
  endInvoiceRequest,
  findInvoiceRequest,
  type InvoiceRequest,
  signedRequest,
} from '../store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import type { Route } from './+types/invoice'
import { findPayer } from './guard-payment.server.ts'

export const meta = () => [{ title: siteTitle('Confirm your email') }]

/** Opening the link confirms nothing, because mail programs open links. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const key = new URL(args.request.url).searchParams.get('key')
  const orderId = normalizeCode(args.params.order)
  if (key === null) {
    const { order } = await requireOwnOrder(args)
    const request = await findInvoiceRequest(shop.db, order.id)
    if (!request || !mayPay(order, shop.now()).ok) throw redirect(`/checkout/${order.id}`)
    return shown(shop, order, { email: request.email, key: null })
  }
  await requireRequest(args, orderId, key)
  const order = await findOrder(shop.db, orderId)
  if (!order) throw orderNotFound()
  return shown(shop, order, { email: null, key })
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const orderId = normalizeCode(args.params.order)
  const key = (await readForm(args.request)).get('key')
  const request = await requireRequest(args, orderId, typeof key === 'string' ? key : '')
  const payer = shop.limits.isOn ? await findPayer(shop, orderId, request.form) : undefined
  const paid = await payOrder(shop, args.context.get(sellablesContext), orderId, request.form, { payer })
  const token = await transact(shop, async (work) => {
    if (paid.ok) await endInvoiceRequest(work, orderId)
    return makeLink(work, orderId)
  })
  const cookie = orderCookie(orderId, token, { https: isHttps(shop) })
  // The checkout shows why a refusal happened.
  return redirect(paid.ok ? `/orders/${orderId}` : `/checkout/${orderId}`, {
    status: 303,
    headers: { 'Set-Cookie': cookie },
  })
}

async function requireRequest(
  { context }: Pick<Route.LoaderArgs, 'context'>,
  orderId: string,
  key: string,
): Promise<InvoiceRequest> {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  return openPrivateLink(
    { limits: shop.limits, address, token: key },
    async (token) => {
      const request = await findInvoiceRequest(shop.db, orderId)
      return request && isSameSecret(token, shop.keyedHash(signedRequest(request))) ? request : undefined
    },
    orderNotFound,
  )
}

function shown(
  { timeZone }: Shop,
  order: { id: string; expiresAt: Date },
  { email, key }: { email: string | null; key: string | null },
) {
  return { orderId: order.id, email, key, heldUntil: formatMoment(order.expiresAt, timeZone) }
}

export default function Invoice({ loaderData }: Route.ComponentProps) {
  const { orderId, email, key, heldUntil } = loaderData
  return (
    <section className="wrap order-status" aria-labelledby="confirm-title">
      <div className="order-words">
        <h1 className="h1" id="confirm-title">
          {key === null ? 'Check your email' : 'Confirm your email'}
        </h1>
        <p className="lead wrap-anywhere">
          {key === null
            ? `We emailed ${email}. Open the link and confirm to get your invoice. Until you confirm, we hold everything only until ${heldUntil}.`
            : `Confirm to get your invoice. We then hold your order until the invoice is due; without that, only until ${heldUntil}.`}
        </p>
        {key === null ? (
          <div className="btns">
            <ButtonLink to={`/checkout/${orderId}`}>Back to Checkout</ButtonLink>
          </div>
        ) : (
          <Form method="post" action={`/checkout/${orderId}/invoice`}>
            <input type="hidden" name="key" value={key} autoComplete="off" />
            <Button variant="primary" busyLabel="One moment">
              Confirm and get the invoice
            </Button>
          </Form>
        )}
      </div>
    </section>
  )
}
