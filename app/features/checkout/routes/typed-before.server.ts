import type { LoaderFunctionArgs } from 'react-router'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { keepTypedDetails, readTypedDetails } from '#app/http/typed-details.server.ts'

export function typedBeforeOf(request: Request, order: OrderView) {
  const typed = readTypedDetails(request)
  const isTyped = Object.keys(typed).length > 0 && !order.buyerEmail && !order.draft
  return { fields: isTyped ? typed : {}, isTyped }
}

export function keepDetails(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  typed: Readonly<Record<string, unknown>>,
) {
  const https = isHttps(context.get(shopContext))
  context.get(visitContext).cookies.push(keepTypedDetails(request, typed, { https }))
}
