import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/offer'

export function loader(args: Route.LoaderArgs) {
  return openMailedLink(args, (orderId) => `/checkout/${orderId}`)
}
