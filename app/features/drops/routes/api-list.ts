import { shopContext } from '#app/http/context.server.ts'
import { listDrops } from '../store.server.ts'
import type { Route } from './+types/api-list'
import { answerRead, toApiDrop } from './api-answers.server.ts'

export { middleware, refuseWriting as action } from './api-answers.server.ts'

/** Every drop, newest number first. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drops = await listDrops(shop.db, shop.now())
  return answerRead(
    request,
    drops.map((drop) => toApiDrop(drop, shop)),
  )
}
