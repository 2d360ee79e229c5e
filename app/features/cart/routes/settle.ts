import { redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import type { Route } from './+types/settle'
import { cartHeader, readSettledCart } from './cart-cookie.server.ts'

export const headers = () => privatePageHeaders

/** Settling has no page. */
export function loader() {
  return redirect('/cart')
}

/**
 * Removes paid items from the cart. Called by the badge after a started checkout, because pages are the same for
 * everyone.
 */
export async function action(args: Route.ActionArgs) {
  const { cart, isChanged } = await readSettledCart(args)
  const shop = args.context.get(shopContext)
  const headers = { ...privatePageHeaders, ...(isChanged && { 'Set-Cookie': cartHeader(cart, shop) }) }
  return new Response(null, { status: 204, headers })
}
