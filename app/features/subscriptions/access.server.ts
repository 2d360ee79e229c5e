import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { gone, notFound } from '#app/http/not-found.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { findByLink, isExpiredLink, type OwnSubscription } from './store/links.server.ts'

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request'>

/**
 * The subscription that the private link in the address is about, and its secret. Throws a page in words: 410 for a link
 * that has expired, 404 for one that was never ours. A wrong link counts as a guess.
 */
export async function requireLink({
  context,
  request,
}: RouteArgs): Promise<{ own: OwnSubscription; token: string }> {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const token = new URL(request.url).searchParams.get('key') ?? ''
  const own = await openPrivateLink(
    { limits: shop.limits, address, token },
    async (secret) => {
      const found = await findByLink(shop.db, secret, shop.now())
      if (!found && (await isExpiredLink(shop.db, secret))) throw linkExpired()
      return found
    },
    linkNotFound,
  )
  return { own, token }
}

function linkExpired() {
  return gone('This Link Has Expired', {
    text: 'A confirmation link works for 7 days. Join the list again and we send you a new one.',
    link: { to: '/subscriptions', label: 'Join Again' },
  })
}

function linkNotFound() {
  return notFound('Link Not Found', {
    text: 'Open the link from our mail in full. If it was some time ago, the subscription may have been deleted since.',
    link: { to: '/subscriptions', label: 'Subscriptions' },
  })
}
