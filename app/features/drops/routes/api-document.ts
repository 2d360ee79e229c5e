import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/api-document'
import { respondJson } from './api-responses.server.ts'
import { describeApi } from './api-description.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** The API description as OpenAPI 3.1. */
export function loader({ context, request }: Route.LoaderArgs) {
  return respondJson(request, describeApi(context.get(shopContext).publicUrl))
}
