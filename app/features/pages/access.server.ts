import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/errors.ts'
import { isHttps } from '#app/http/private-link.server.ts'
import { isSameSecret } from '#app/kit/ids.ts'

const cookieName = 'paco-mailbox'
const maxAgeSeconds = 12 * 60 * 60

/** Token that opens the local mailbox from another machine. Derived from the shop's secret, so it survives restarts. */
function mailboxToken({ keyedHash }: Pick<Shop, 'keyedHash'>): string {
  return keyedHash('link to the local mailbox')
}

export function mailboxPath(shop: Pick<Shop, 'keyedHash' | 'mailboxFolder'>): string | null {
  return shop.mailboxFolder === null ? null : `/mailbox?token=${mailboxToken(shop)}`
}

type MailboxVisit = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** Needs a local connection or the link printed at startup. @throws 404 if mail is really sent, 403 without the link, 302 with it. */
export function requireMailbox({ context, request }: MailboxVisit): string {
  const shop = context.get(shopContext)
  if (shop.mailboxFolder === null) throw notFound('Oops! Page not found')
  const { isLocal, report } = context.get(visitContext)
  const url = new URL(request.url)
  const given = url.searchParams.get('token')
  const token = mailboxToken(shop)
  if (given !== null && isSameSecret(given, token))
    throw redirect(url.pathname, {
      headers: {
        'Set-Cookie': writeCookie(cookieName, token, { https: isHttps(shop), maxAgeSeconds }),
      },
    })
  const stored = readCookie(request, cookieName)
  if (given === null && (isLocal || (stored !== undefined && isSameSecret(stored, token))))
    return shop.mailboxFolder
  report('mailbox_refused')
  throw data(
    { title: 'Mailbox closed', text: 'Open it with the link that the server printed at startup.' },
    { status: 403, statusText: 'Mailbox closed' },
  )
}
