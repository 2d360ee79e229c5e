import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/api-detail'
import { respondJson, findDropOrError, toApiDrop } from './api-responses.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** One drop by its address. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findDropOrError(shop, params.slug)
  return drop instanceof Response ? drop : respondJson(request, toApiDrop(drop, shop))
}
