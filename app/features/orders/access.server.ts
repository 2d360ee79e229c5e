import { type LoaderFunctionArgs, redirect } from 'react-router'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { heldCookie } from '#app/http/held-orders.ts'
import { notFound } from '#app/http/errors.ts'
import { isHttps, openPrivateLink } from '#app/http/private-link.server.ts'
import { day } from '#app/kit/clock.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { findOwnHistory, findOwnOrder, type OrderHistory, type OrderView } from './store/read.server.ts'
import { opensOrder } from './store/links.server.ts'

export const findLinkPath = '/orders/find'

/** Seconds. Unpaid orders end within the hour; paid ones are looked at for weeks, and each visit renews the cookie. */
const lifeSeconds = { unpaid: day / 1_000, paid: (30 * day) / 1_000 }

/** Cookies are sent with every request, and proxies refuse headers over 8 kB. The oldest cookies make room. */
const maxCookies = 20

/** One cookie per order, so opening a second order does not close the first. `token` is the secret of a private link. */
export function orderCookie(
  orderId: string,
  token: string,
  { https, isPaid = false }: { https: boolean; isPaid?: boolean },
): string {
  const maxAgeSeconds = isPaid ? lifeSeconds.paid : lifeSeconds.unpaid
  return writeCookie(cookieName(orderId), token, { https, maxAgeSeconds })
}

/** The `Set-Cookie` value by which scripts know that this browser may hold something. It says nothing else. */
export function heldMark({ https }: { https: boolean }): string {
  return writeCookie(heldCookie, 'yes', { https, httpOnly: false, maxAgeSeconds: lifeSeconds.unpaid })
}

export function endHeldMark({ https }: { https: boolean }): string {
  return clearCookie(heldCookie, { https, httpOnly: false })
}

/** Expires the oldest order cookies where a response would leave too many. Browsers send their oldest cookies first. */
export function expireOldOrderCookies(
  request: Request,
  answer: Headers,
  { https }: { https: boolean },
): string[] {
  const set = new Set(answer.getSetCookie().flatMap((cookie) => namesIn(cookie.split(';')[0])))
  if (set.size === 0) return []
  const others = namesIn(request.headers.get('Cookie')).filter((name) => !set.has(name))
  const tooMany = Math.max(0, others.length + set.size - maxCookies)
  return others.slice(0, tooMany).map((name) => clearCookie(name, { https }))
}

function namesIn(cookies: string | null | undefined): string[] {
  const names = (cookies ?? '').matchAll(/(?<=^|[; ])paco-order-[0-9A-Z]+(?==)/g)
  return [...new Set(Array.from(names, ([name]) => name))]
}

export function readOrderToken(request: Request, orderId: string): string | undefined {
  return readCookie(request, cookieName(orderId))
}

export function listOrderTokens(request: Request): { orderId: string; token: string }[] {
  const names = namesIn(request.headers.get('Cookie')).slice(-5)
  const orderIds = names.map((name) => name.slice(cookiePrefix.length))
  return orderIds.flatMap((orderId) => {
    const token = readOrderToken(request, orderId)
    return token ? [{ orderId, token }] : []
  })
}

type RequestArgs = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>

/** The same 404 for an unknown order and for another buyer's. An invalid secret counts as a guess. */
const requires =
  <Found extends OrderView>(
    find: (shop: Shop, orderId: string, token: string) => Promise<Found | undefined>,
  ) =>
  async ({ context, request, params }: RequestArgs): Promise<{ order: Found }> => {
    const shop = context.get(shopContext)
    const orderId = normalizeCode(params.order ?? '')
    const token = readOrderToken(request, orderId)
    const guess = { limits: shop.limits, address: context.get(visitContext).address, token }
    const order = await openPrivateLink(guess, (secret) => find(shop, orderId, secret), orderNotFound)
    if (token && !unpaid.has(order.state)) keepToken({ context }, order.id, token)
    return { order }
  }

export const requireOwnOrder = requires<OrderView>((...key) => findOwnOrder(...key))
export const requireOwnHistory = requires<OrderHistory>((...key) => findOwnHistory(...key))

const historyReads = new WeakMap<object, ReturnType<typeof requireOwnHistory>>()

/** Read once for all loaders of a request. Not for actions: the loaders after them would show what was before. */
export function readOwnHistory(args: RequestArgs): ReturnType<typeof requireOwnHistory> {
  const read = historyReads.get(args.context) ?? requireOwnHistory(args)
  historyReads.set(args.context, read)
  return read
}

const unpaid = new Set<OrderView['state']>(['held', 'paying', 'expired', 'canceled'])

function keepToken({ context }: Pick<RequestArgs, 'context'>, orderId: string, token: string) {
  const https = isHttps(context.get(shopContext))
  context.get(visitContext).cookies.push(orderCookie(orderId, token, { https, isPaid: true }))
}

/** Drops a cookie that this response would have renewed, because the last cookie of a name wins. */
export function replaceOrderToken(args: Pick<RequestArgs, 'context'>, orderId: string, token: string): void {
  const { cookies } = args.context.get(visitContext)
  const earlier = cookies.findIndex((cookie) => cookie.startsWith(`${cookieName(orderId)}=`))
  if (earlier >= 0) cookies.splice(earlier, 1)
  keepToken(args, orderId, token)
}

/** Moves the secret from the address to a cookie, so that it stays out of history, bookmarks and sight. */
export async function openOrderLink(
  { context }: Pick<RequestArgs, 'context'>,
  orderId: string,
  key: string,
  path: string,
): Promise<Response> {
  const shop = context.get(shopContext)
  await openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token: key },
    async (token) => (await opensOrder(shop, orderId, token)) || undefined,
    orderNotFound,
  )
  const headers = new Headers()
  headers.append('Set-Cookie', orderCookie(orderId, key, { https: isHttps(shop) }))
  if (path.startsWith('/checkout/')) headers.append('Set-Cookie', heldMark({ https: isHttps(shop) }))
  return redirect(path, { status: 303, headers })
}

/** A page or file below the order, or its own: a link or a form leads nowhere else. */
export function pathInOrder(orderId: string, to: string): string {
  const own = `/orders/${orderId}`
  return /^[\w./-]+$/.test(to) && !to.includes('..') && to.startsWith(`${own}/`) ? to : own
}

/** For a page below the order. An invalid secret counts as a guess; without one it only redirects. */
export async function openMailedLink(
  { context, params, request }: Omit<RequestArgs, 'params'> & { params: { order: string } },
  to: (orderId: string) => string,
): Promise<Response> {
  const orderId = normalizeCode(params.order)
  const key = new URL(request.url).searchParams.get('key')
  if (key === null) return redirect(to(encodeURIComponent(orderId)))
  return openOrderLink({ context }, orderId, key, to(orderId))
}

export function orderNotFound() {
  return notFound('Order Not Found', {
    text: 'Open the private link from your latest email about the order on this device. Links end after 90 days, and sooner while nothing is paid. We can send you a new one.',
    link: { to: findLinkPath, label: 'Get a New Link' },
  })
}

const cookiePrefix = 'paco-order-'

function cookieName(orderId: string): string {
  return `${cookiePrefix}${orderId}`
}
