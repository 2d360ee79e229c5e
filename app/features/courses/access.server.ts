import { type LoaderFunctionArgs, redirect } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { day } from '#app/kit/clock.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { isHttps, privatePageHeaders } from '#app/http/private-page.server.ts'
import type { Session } from './rules.ts'
import { rosterOpenMs } from './rules/roster.ts'
import { findOpenSession } from './store/roster.server.ts'
import { rosterWords } from './words/roster.ts'

type RosterArgs = Pick<LoaderFunctionArgs, 'context' | 'request'> & { params: { session: string } }

/** How long a browser stays able to open a list without its private link, in seconds. The link itself may end sooner. */
const cookieSeconds = (rosterOpenMs + 90 * day) / 1_000

/**
 * The session whose list this browser holds a key to. Throws a 404 in words that are the same for a list that does not
 * exist and for one that is somebody else's. A key that opens nothing counts as a guess.
 */
export async function requireRoster({ context, request, params }: RosterArgs): Promise<Session> {
  const shop = context.get(shopContext)
  const token = readCookie(request, cookieName(params.session))
  return openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token },
    (secret) => findOpenSession(shop.db, params.session, secret, shop.now()),
    rosterNotFound,
  )
}

/**
 * Takes the secret of a private link out of the address: the browser keeps it as a cookie and comes again without it, so
 * that it stays out of the history and of what is read over a shoulder.
 */
export async function openRoster({ context, params }: RosterArgs, key: string): Promise<Response> {
  const shop = context.get(shopContext)
  await openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token: key },
    (token) => findOpenSession(shop.db, params.session, token, shop.now()),
    rosterNotFound,
  )
  const cookie = writeCookie(cookieName(params.session), key, {
    https: isHttps(shop),
    maxAgeSeconds: cookieSeconds,
  })
  return redirect(rosterPath(params.session), {
    status: 303,
    headers: { ...privatePageHeaders, 'Set-Cookie': cookie },
  })
}

/** Where the list of a session is. */
export function rosterPath(sessionId: string): string {
  return `/rosters/${encodeURIComponent(sessionId)}`
}

function rosterNotFound() {
  return notFound(rosterWords.notFound.title, {
    text: rosterWords.notFound.text,
    link: { to: '/ccw-training', label: 'CCW Training' },
  })
}

/** One cookie per list. Whatever stands in the address, no more of it than an id may get into a cookie's name. */
function cookieName(sessionId: string): string {
  return `paco-roster-${sessionId.replaceAll(/[^0-9a-f-]/g, '').slice(0, 36)}`
}
