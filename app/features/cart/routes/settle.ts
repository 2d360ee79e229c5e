import { data, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import type { Route } from './+types/settle'
import { cartHeader, readSettledCart } from './cart-cookie.server.ts'

export const headers = () => privatePageHeaders

/** Settling has no page of its own. */
export function loader() {
  return redirect('/cart')
}

/** Takes what was paid out of the cart. The badge asks for it once a checkout was begun: pages cannot know of it. */
export async function action(args: Route.ActionArgs) {
  const { cart, isChanged } = await readSettledCart(args)
  const shop = args.context.get(shopContext)
  return data(
    { isChanged },
    { headers: { ...privatePageHeaders, ...(isChanged && { 'Set-Cookie': cartHeader(cart, shop) }) } },
  )
}
