import { isHttps, privatePageHeaders } from '#app/http/private-page.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { Held } from '#app/http/held-orders.ts'
import { endHeldMark } from '#app/features/orders/access.server.ts'
import { listHeld } from '../access.server.ts'
import type { Route } from './+types/held'

export const headers = () => privatePageHeaders

/** What this browser holds, for the line under the bar of pages that are the same for everyone. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const orders = await listHeld(args)
  const ended = orders.length === 0 && { 'Set-Cookie': endHeldMark({ https: isHttps(shop) }) }
  return Response.json({ now: shop.now().toISOString(), orders } satisfies Held, {
    headers: { ...privatePageHeaders, ...ended },
  })
}
