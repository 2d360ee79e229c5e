import { data, Form, redirect } from 'react-router'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { cartHeader, findOpenGoods, readSettledCart, repeatOrder } from './store.server.ts'
import type { Route } from './+types/again'

const words = {
  title: 'Order again',
  lead: (orderId: string) => `What order ${orderId} had, at today’s prices.`,
  nothing: 'Nothing of this order is available right now.',
  gone: 'Not available right now',
  subtotal: 'Subtotal, before shipping and tax',
  fewer: (quantity: number, wanted: number) => `Only ${quantity} of ${wanted} can be added`,
  add: 'Add to Cart',
  adding: 'Adding',
  back: 'Back to the order',
  others: 'Accessories',
} as const

export const meta = () => [{ title: siteTitle(words.title) }]

async function findRepeat(args: Route.LoaderArgs | Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const { cart } = await readSettledCart(args)
  const goods = await findOpenGoods(args.context)
  return { shop, orderId: order.id, ...(await repeatOrder(shop.db, goods, cart, order.lines, shop.now())) }
}

export async function loader(args: Route.LoaderArgs) {
  const { orderId, items } = await findRepeat(args)
  return { orderId, items }
}

export async function action(args: Route.ActionArgs) {
  const { shop, items, cart } = await findRepeat(args)
  if (!items.some(({ quantity }) => quantity > 0)) return data({ refusal: words.nothing }, { status: 409 })
  const headers = { 'Set-Cookie': cartHeader(cart, shop) }
  return redirect('/cart', { status: 303, headers })
}

export default function OrderAgain({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, items } = loaderData
  const subtotalCents = items.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  const isAnyLeft = items.some(({ quantity }) => quantity > 0)
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="again-title">
      <h1 className="h1" id="again-title">
        {words.title}
      </h1>
      <p className="lead">{isAnyLeft ? words.lead(orderId) : words.nothing}</p>
      <ul className="border-t border-hairline">
        {items.map(({ key, title, wanted, quantity, unitCents }) => (
          <li
            key={key}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-hairline py-4"
          >
            <span className="grid gap-1">
              <span>
                {title}
                {quantity > 1 && ` × ${quantity}`}
              </span>
              {quantity < wanted && (
                <span className="text-sm text-muted">
                  {quantity === 0 ? words.gone : words.fewer(quantity, wanted)}
                </span>
              )}
            </span>
            {quantity > 0 && <span className="numeral">{formatCentsExact(unitCents * quantity)}</span>}
          </li>
        ))}
        {isAnyLeft && (
          <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-4">
            <span className="text-muted">{words.subtotal}</span>
            <span className="numeral text-lg">{formatCentsExact(subtotalCents)}</span>
          </li>
        )}
      </ul>
      <div role="alert">{actionData?.refusal && <p className="field-error">{actionData.refusal}</p>}</div>
      <Form method="post" className="btns">
        {isAnyLeft && (
          <Button variant="primary" busyLabel={words.adding}>
            {words.add}
          </Button>
        )}
        <ButtonLink to={isAnyLeft ? `/orders/${orderId}` : '/accessories'}>
          {isAnyLeft ? words.back : words.others}
        </ButtonLink>
      </Form>
    </section>
  )
}
