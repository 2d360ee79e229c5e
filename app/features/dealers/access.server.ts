import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { day } from '#app/kit/clock.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { type DealerRequest, findOwnRequest } from './store.server.ts'

/** How long a browser stays able to answer without its private link, in seconds. */
const cookieSeconds = (30 * day) / 1_000

/** The value of the `Set-Cookie` header that lets this browser answer a request. `token` is the secret of a private link. */
export function requestCookie(requestId: string, token: string, shop: { publicUrl: string }): string {
  return writeCookie(cookieName(requestId), token, { https: isHttps(shop), maxAgeSeconds: cookieSeconds })
}

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>

/**
 * The request at this address, if this browser holds a key to it. Throws a 404 in words that are the same for a request
 * that does not exist and for one that is somebody else's. A key that opens nothing counts as a guess.
 */
export async function requireOwnRequest({ context, request, params }: RouteArgs): Promise<DealerRequest> {
  const shop = context.get(shopContext)
  const requestId = normalizeCode(params.request ?? '')
  const token = readCookie(request, cookieName(requestId))
  return openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token },
    (secret) => findOwnRequest(shop.db, requestId, secret),
    requestNotFound,
  )
}

/** The 404 of every page of a dealer: no hint whether there is such a request. */
export function requestNotFound() {
  return notFound('Nothing to Answer', {
    text: 'Open the private link from our mail on this device. It stops working when the buyer chooses another dealer.',
    link: { to: '/contact', label: 'Write to us' },
  })
}

function cookieName(requestId: string): string {
  return `paco-dealer-${requestId}`
}
