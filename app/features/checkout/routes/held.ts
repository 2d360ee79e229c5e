import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { isHttps } from '#app/http/private-link.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { endHeldMark } from '#app/features/orders/access.server.ts'
import { listHeld } from '../access.server.ts'
import { HeldLine } from '../components/held-line.tsx'
import type { Route } from './+types/held'

export async function loader(args: Route.LoaderArgs) {
  // No page, so nothing puts the age gate in its place.
  if (!args.context.get(visitContext).isVerified) return new Response(null, { status: 403 })
  const shop = args.context.get(shopContext)
  const orders = await listHeld(args)
  const ended = orders.length === 0 && { 'Set-Cookie': endHeldMark({ https: isHttps(shop) }) }
  const line = createElement(HeldLine, { now: shop.now().toISOString(), orders })
  return new Response(orders.length === 0 ? '' : renderToStaticMarkup(line), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...ended },
  })
}
