import { openMailedLink } from '#app/features/orders/access.server.ts'
import type { Route } from './+types/offer-link'

export const loader = (args: Route.LoaderArgs) => openMailedLink(args, (orderId) => `/checkout/${orderId}`)
