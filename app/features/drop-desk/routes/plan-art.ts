import { parsePreviewDay } from '#app/features/drops/rules/plan.ts'
import { dropArtFile } from '#app/features/drops/routes/drop-art-responses.server.ts'
import { findPlan, plannedDrop } from '#app/features/drops/store/plans.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { artResponse, imageNotFound } from '#app/http/art.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/plan-art'

export const handle: StaffHandle = { right: 'drops.write' }

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const found = await findPlan(shop.db, params.slug, { now: shop.now(), timeZone: shop.timeZone })
  if (!found) return imageNotFound()
  const address = new URL(request.url)
  const day = parsePreviewDay(address.searchParams.get('day'))
  const drop = plannedDrop(found.plan, day, shop.timeZone)
  const response = await artResponse(request, await dropArtFile(shop, drop, params.file, address))
  response.headers.set('Cache-Control', 'private, max-age=60')
  return response
}
