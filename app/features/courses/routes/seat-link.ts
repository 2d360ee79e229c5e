import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/seat-link'

export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/orders/${orderId}/seat`)
}
