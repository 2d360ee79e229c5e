import { data } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import '../forms.css'
import '../order.css'
import { shopContext } from '#app/http/context.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { requireOwnOrder } from '../access.server.ts'
import { linkText, LinkToCopy, PrivateLink } from '../components/order-details.tsx'
import { orderToken, privateLink } from '../store/links.server.ts'
import type { Route } from './+types/link'

export const meta = () => [{ title: siteTitle('Your private link') }]

export async function loader(args: Route.LoaderArgs) {
  const { order } = await requireOwnOrder(args)
  return { orderId: order.id, linkKey: secretToken() }
}

/** Makes a link that is shown once: no page contains one unless its owner requests it. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return data({ refusal: tooManyWords(limit.retryAfterSeconds), link: '' }, { status: 429 })
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  return { refusal: '', link: privateLink(shop, order.id, token) }
}

export default function LinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, linkKey } = loaderData
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="link-title">
      <h1 className="h1" id="link-title">
        Order {orderId}
      </h1>
      {actionData?.refusal && (
        <p className="field-error" role="alert">
          {actionData.refusal}
        </p>
      )}
      {actionData?.link ? (
        <div className="grid gap-3 print:hidden">
          <p role="status">Here is a new link. It works for 90 days.</p>
          <LinkToCopy link={actionData.link} />
          <p className="text-sm text-muted">{linkText}</p>
        </div>
      ) : (
        <PrivateLink orderId={orderId} formKey={linkKey} />
      )}
      <div className="btns">
        <ButtonLink to={`/orders/${orderId}`}>Back to the order</ButtonLink>
      </div>
    </section>
  )
}
