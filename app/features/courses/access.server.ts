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

/** Lifetime of the cookie in seconds. The link itself may expire sooner. */
const cookieSeconds = (rosterOpenMs + 90 * day) / 1_000

/**
 * The session whose roster this browser may open. Throws the same 404 for a missing roster and for somebody else's. A
 * wrong key counts as a guess.
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
 * Moves the secret of a private link from the URL to a cookie and redirects, so that it stays out of the history and out
 * of sight.
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

export function rosterPath(sessionId: string): string {
  return `/rosters/${encodeURIComponent(sessionId)}`
}

function rosterNotFound() {
  return notFound(rosterWords.notFound.title, {
    text: rosterWords.notFound.text,
    link: { to: '/ccw-training', label: 'CCW Training' },
  })
}

/** One cookie per roster. The URL is untrusted, so only an id's characters are used. */
function cookieName(sessionId: string): string {
  return `paco-roster-${sessionId.replaceAll(/[^0-9a-f-]/g, '').slice(0, 36)}`
}
