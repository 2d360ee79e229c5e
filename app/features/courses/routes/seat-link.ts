import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/seat-link'

/** The link of a mail to a booked seat. */
export const loader = (args: Route.LoaderArgs) => openMailedLink(args, (orderId) => `/orders/${orderId}/seat`)
