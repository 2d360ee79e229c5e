import { shopContext } from '#app/http/context.server.ts'
import { listVariants } from '../store.server.ts'
import type { Route } from './+types/api-variants'
import { respondJson, findDropOrError, toApiVariant } from './api-responses.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** The variants of a drop by name. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findDropOrError(shop, params.slug)
  if (drop instanceof Response) return drop
  return respondJson(request, (await listVariants(shop.db, drop.id)).map(toApiVariant))
}
