import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/seat-link'

/** The link in emails about a booked seat. It opens the seat's page. */
export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/orders/${orderId}/seat`)
}
