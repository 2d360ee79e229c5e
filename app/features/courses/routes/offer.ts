import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/offer'

/** The link in an offer's email. It opens the checkout of the held seat. */
export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/checkout/${orderId}`)
}
