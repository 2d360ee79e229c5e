import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { normaliseCode } from '#app/kit/ids.ts'
import { type DataRequest, findOwnRequest } from './store.server.ts'
import { requestWords } from './words.ts'

type Asked = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: { request: string } }

/** The request that the private link in the address opens, and its secret. Throws a 404; a wrong link counts as a guess. */
export async function requireRequest({
  context,
  request,
  params,
}: Asked): Promise<{ own: DataRequest; token: string }> {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const token = new URL(request.url).searchParams.get('key') ?? ''
  const mayGuess = await shop.limits.mayTake('privateLinkMiss', address)
  const own =
    mayGuess.ok && token
      ? await findOwnRequest(shop.db, normaliseCode(params.request), token, shop.now())
      : undefined
  if (own) return { own, token }
  if (token) await shop.limits.take('privateLinkMiss', address)
  const { title, text, link } = requestWords.notFound
  throw notFound(title, { text, link })
}
