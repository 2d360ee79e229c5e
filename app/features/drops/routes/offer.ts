import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/offer'

/** The link in the mail that offers a number: it opens the checkout of that number, which is held until the offer ends. */
export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/checkout/${orderId}`)
}
