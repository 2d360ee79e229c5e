import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { day } from '#app/kit/clock.ts'
import { normaliseCode } from '#app/kit/ids.ts'
import type { Db } from '#app/db/db.server.ts'
import {
  findOwnHistory,
  findOwnOrder,
  listOwnLines,
  type OrderHistory,
  type OrderView,
  type PayableLine,
} from './store.server.ts'

/** How long a browser stays able to open an order without its private link, in seconds. */
const keptSeconds = (30 * day) / 1_000

/**
 * The value of the `Set-Cookie` header that lets this browser open an order: one cookie per order, so that opening a
 * second order does not close the first. `token` is the secret of a private link; scripts never see it.
 */
export function orderCookie(orderId: string, token: string, { https }: { https: boolean }): string {
  return writeCookie(cookieName(orderId), token, { https, maxAgeSeconds: keptSeconds })
}

/** The secret that this browser holds for an order, or `undefined`. Whether it opens anything is the store's to say. */
export function readOrderToken(request: Request, orderId: string): string | undefined {
  return readCookie(request, cookieName(orderId))
}

/** The newest of the orders for which this browser holds a secret, at most a few. */
export function listOrderTokens(request: Request): { orderId: string; token: string }[] {
  const names = (request.headers.get('Cookie') ?? '').matchAll(/paco-order-([0-9A-Z]+)=/g)
  const orderIds = [...new Set(Array.from(names, ([, orderId = '']) => orderId))].slice(-5)
  return orderIds.flatMap((orderId) => {
    const token = readOrderToken(request, orderId)
    return token ? [{ orderId, token }] : []
  })
}

type Asked = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>

/**
 * The order at this address, if this browser holds a key to it. Throws a 404 in words that are the same for an order
 * that does not exist and for one that is somebody else's. A key that opens nothing counts as a guess.
 */
export async function requireOwnOrder(asked: Asked): Promise<{ order: OrderView; token: string }> {
  const { found: order, token } = await requireOwn(asked, findOwnOrder)
  return { order, token }
}

/** As `requireOwnOrder`, with everything that happened to the order. */
export async function requireOwnHistory(asked: Asked): Promise<{ order: OrderHistory; token: string }> {
  const { found: order, token } = await requireOwn(asked, findOwnHistory)
  return { order, token }
}

/** As `requireOwnOrder`, but only what the order is made of. */
export async function requireOwnLines(asked: Asked): Promise<{ orderId: string; lines: PayableLine[] }> {
  const { found: lines, orderId } = await requireOwn(asked, async (...key) => {
    const own = await listOwnLines(...key)
    return own.length > 0 ? own : undefined
  })
  return { orderId, lines }
}

async function requireOwn<Found>(
  { context, request, params }: Asked,
  find: (db: Db, orderId: string, token: string) => Promise<Found | undefined>,
): Promise<{ found: Found; orderId: string; token: string }> {
  const shop = context.get(shopContext)
  const orderId = normaliseCode(params.order ?? '')
  const token = readOrderToken(request, orderId)
  const found = token && (await find(shop.db, orderId, token))
  if (token && found) return { found, orderId, token }
  if (token) await shop.limits.take('privateLinkMiss', context.get(visitContext).address)
  throw orderNotFound()
}

/** The 404 of every order page: no hint whether there is such an order. */
export function orderNotFound() {
  return notFound('Order Not Found', {
    text: 'Open the private link from your confirmation mail on this device. Without it nobody can see the order, and neither can we show it here.',
    link: { to: '/drops', label: 'Back to the Drops' },
  })
}

function cookieName(orderId: string): string {
  return `paco-order-${orderId}`
}
