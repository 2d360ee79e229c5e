import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/mailed-link'

/** A link in a mail: one to an offered seat opens its checkout, one to a booked seat its page. */
export function loader(args: Route.LoaderArgs) {
  const isOffer = new URL(args.request.url).pathname.startsWith('/ccw-training/')
  return openMailedLink(args, (orderId) => (isOffer ? `/checkout/${orderId}` : `/orders/${orderId}/seat`))
}
