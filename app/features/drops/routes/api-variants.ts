import { shopContext } from '#app/http/context.server.ts'
import { listVariants } from '../store.server.ts'
import type { Route } from './+types/api-variants'
import { answerRead, dropOr404, toApiVariant } from './api-answers.server.ts'

export { middleware, refuseWriting as action } from './api-answers.server.ts'

/** The variants of a drop by name. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await dropOr404(shop, params.slug)
  if (drop instanceof Response) return drop
  return answerRead(request, (await listVariants(shop.db, drop.id)).map(toApiVariant))
}
