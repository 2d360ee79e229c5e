import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/seat-link'

/** The link in mails about a booked seat: it opens the seat's own page. */
export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/orders/${orderId}/seat`)
}
