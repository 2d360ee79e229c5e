import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/offer-link'

/** The link of a mail to a seat that was offered from the waitlist. */
export const loader = (args: Route.LoaderArgs) => openMailedLink(args, (orderId) => `/checkout/${orderId}`)
