import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/api-document'
import { answerRead } from './api-answers.server.ts'
import { describeApi } from './api-description.server.ts'

export { middleware, refuseWriting as action } from './api-answers.server.ts'

/** The description of the interface, as OpenAPI 3.1. */
export function loader({ context, request }: Route.LoaderArgs) {
  return answerRead(request, describeApi(context.get(shopContext).publicUrl))
}
