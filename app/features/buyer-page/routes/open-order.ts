import { redirect } from 'react-router'
import { orderCookie, orderNotFound, pathInOrder } from '#app/features/orders/access.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { readForm } from '#app/http/form.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { buyerPagePath } from '#app/features/orders/store/links.server.ts'
import { requireBuyer } from '../access.server.ts'
import type { Route } from './+types/open-order'

export function loader() {
  return redirect(buyerPagePath)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { email } = await requireBuyer({ context, request })
  const form = await readForm(request)
  const text = (name: string) => {
    const sent = form.get(name)
    return typeof sent === 'string' ? sent : ''
  }
  const orderId = normalizeCode(text('order'))
  const order = await findOrder(shop.db, orderId)
  if (!order?.paidAt || order.buyerEmail?.toLowerCase() !== email) throw orderNotFound()
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  const cookie = orderCookie(order.id, token, { https: isHttps(shop), isPaid: true })
  return redirect(pathInOrder(order.id, text('to')), { status: 303, headers: { 'Set-Cookie': cookie } })
}
