import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/offer'

/** The link in the offer email: it opens the checkout of the held number. */
export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/checkout/${orderId}`)
}
