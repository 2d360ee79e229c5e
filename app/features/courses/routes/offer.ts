import { redirect } from 'react-router'
import { isHttps, orderCookie, orderNotFound, privateHeaders } from '#app/features/orders/access.server.ts'
import { opensOrder } from '#app/features/orders/store.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { normaliseCode } from '#app/kit/ids.ts'
import type { Route } from './+types/offer'

/**
 * The link in the mail that offers a seat: it opens the registration of that seat, which is held until the offer ends.
 * The secret leaves the address at once, as everywhere.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const orderId = normaliseCode(params.order)
  const key = new URL(request.url).searchParams.get('key')
  if (key === null) return redirect(`/checkout/${orderId}`, { headers: privateHeaders })
  const mayGuess = await shop.limits.mayTake('privateLinkMiss', address)
  if (!mayGuess.ok || !(await opensOrder(shop.db, orderId, key))) {
    await shop.limits.take('privateLinkMiss', address)
    throw orderNotFound()
  }
  const cookie = orderCookie(orderId, key, { https: isHttps(shop) })
  return redirect(`/checkout/${orderId}`, {
    status: 303,
    headers: { ...privateHeaders, 'Set-Cookie': cookie },
  })
}
