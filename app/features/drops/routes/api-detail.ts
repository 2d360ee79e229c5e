import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/api-detail'
import { answerRead, dropOr404, toApiDrop } from './api-answers.server.ts'

export { middleware, refuseWriting as action } from './api-answers.server.ts'

/** One drop by its address. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await dropOr404(shop, params.slug)
  return drop instanceof Response ? drop : answerRead(request, toApiDrop(drop, shop))
}
