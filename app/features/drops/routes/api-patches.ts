import { shopContext } from '#app/http/context.server.ts'
import { listPatches, patchSubjects } from '../store.server.ts'
import type { Route } from './+types/api-patches'
import { respondJson, findDropOrError, toApiPatch } from './api-responses.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** The patches of a drop, in the order of staff. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findDropOrError(shop, params.slug)
  if (drop instanceof Response) return drop
  const patches = await listPatches(shop.db, drop.id, shop.now())
  const { sold } = patchSubjects(drop, patches)
  return respondJson(
    request,
    patches.map((patch, index) => toApiPatch(patch, sold[index]?.version ?? '', shop)),
  )
}
