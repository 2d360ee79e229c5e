import { shopContext } from '#app/http/context.server.ts'
import { jsonError } from '#app/http/json-response.server.ts'
import { findCurrentDrop } from '../store.server.ts'
import type { Route } from './+types/api-current'
import { respondJson, toApiDrop } from './api-responses.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** The newest live drop. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findCurrentDrop(shop.db, shop.now())
  if (!drop) return jsonError(404, 'no_live_drop', 'No drop is live right now.')
  return respondJson(request, toApiDrop(drop, shop))
}
