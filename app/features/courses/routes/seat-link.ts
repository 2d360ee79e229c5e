import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/seat-link'

export const loader = (args: Route.LoaderArgs) => openMailedLink(args, (orderId) => `/orders/${orderId}/seat`)
