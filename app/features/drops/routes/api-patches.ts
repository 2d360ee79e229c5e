import { shopContext } from '#app/http/context.server.ts'
import { listPatches, patchSubjects } from '../store.server.ts'
import type { Route } from './+types/api-patches'
import { answerRead, dropOr404, toApiPatch } from './api-answers.server.ts'

export { middleware, refuseWriting as action } from './api-answers.server.ts'

/** The patches of a drop, those with early access first. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await dropOr404(shop, params.slug)
  if (drop instanceof Response) return drop
  const patches = await listPatches(shop.db, drop.id, shop.now())
  const { sold } = patchSubjects(drop, patches.length)
  return answerRead(
    request,
    patches.map((patch, place) => toApiPatch(patch, sold[place]?.version ?? '', shop)),
  )
}
