import { shopContext } from '#app/http/context.server.ts'
import { listDrops } from '../store.server.ts'
import type { Route } from './+types/api-list'
import { respondJson, toApiDrop } from './api-responses.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** Every drop, newest number first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drops = await listDrops(shop.db, shop.now())
  return respondJson(
    request,
    drops.map((drop) => toApiDrop(drop, shop)),
  )
}
