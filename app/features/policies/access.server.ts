import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { type DataRequest, findOwnRequest } from './store.server.ts'
import { requestWords } from './words.ts'

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: { request: string } }

/** The request that the private link in the address opens, and its secret. Throws a 404; a wrong link counts as a guess. */
export async function requireRequest({
  context,
  request,
  params,
}: RouteArgs): Promise<{ own: DataRequest; token: string }> {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const token = new URL(request.url).searchParams.get('key') ?? ''
  const { title, text, link } = requestWords.notFound
  const own = await openPrivateLink(
    { limits: shop.limits, address, token },
    (secret) => findOwnRequest(shop.db, normalizeCode(params.request), secret, shop.now()),
    () => notFound(title, { text, link }),
  )
  return { own, token }
}
