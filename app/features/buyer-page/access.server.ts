import { type LoaderFunctionArgs, redirect } from 'react-router'
import { findLinkPath } from '#app/features/orders/access.server.ts'
import { buyerPagePath } from '#app/features/orders/rules/links.ts'
import { findBuyerOfLink } from '#app/features/orders/store/buyer-links.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { isHttps, privatePageHeaders } from '#app/http/private-page.server.ts'

const cookieName = 'paco-buyer'

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>

/**
 * Moves the secret of a mailed link from the address to a cookie that ends with it, and redirects to the page. A wrong
 * secret counts as a guess.
 */
export async function openBuyerLink({ context }: Pick<Args, 'context'>, token: string): Promise<Response> {
  const shop = context.get(shopContext)
  const { until } = await findOrMiss({ context }, token)
  const maxAgeSeconds = Math.floor((until.getTime() - shop.now().getTime()) / 1_000)
  const cookie = writeCookie(cookieName, token, { https: isHttps(shop), maxAgeSeconds })
  return redirect(buyerPagePath, { status: 303, headers: { ...privatePageHeaders, 'Set-Cookie': cookie } })
}

/** Whose orders this browser may see, and until when. Throws a 404 with the way to a new link. */
export function requireBuyer({ context, request }: Args): Promise<{ email: string; until: Date }> {
  return findOrMiss({ context }, readCookie(request, cookieName))
}

export function forgetBuyerCookie({ context }: Pick<Args, 'context'>): string {
  return clearCookie(cookieName, { https: isHttps(context.get(shopContext)) })
}

function findOrMiss({ context }: Pick<Args, 'context'>, token: string | undefined) {
  const { db, limits, now } = context.get(shopContext)
  return openPrivateLink(
    { limits, address: context.get(visitContext).address, token },
    (secret) => findBuyerOfLink(db, secret, now()),
    () =>
      notFound('Your Orders Are Not Open', {
        text: 'Open the link from our email on this device. It works for one day; we can send you a new one.',
        link: { to: findLinkPath, label: 'Get a New Link' },
      }),
  )
}
