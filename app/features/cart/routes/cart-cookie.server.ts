import type { ActionFunctionArgs } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { day } from '#app/kit/clock.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { readOrderToken } from '#app/features/orders/access.server.ts'
import { findOwnOrder } from '#app/features/orders/store.server.ts'
import { settleCart } from '../flows.server.ts'
import { type Cart, cartCookie, formatCart, parseCart } from '../rules.ts'
import { cartGoodsContext, quantityOf } from '../store.server.ts'

/** How long a browser keeps a cart that nobody touches, in seconds. */
const cartMaxAgeSeconds = (30 * day) / 1_000

/** The cart that a browser sent along. */
function readCart(request: Request): Cart {
  return parseCart(readCookie(request, cartCookie))
}

/** The value of the `Set-Cookie` header that keeps a cart. Scripts may read it: the badge counts without asking us. */
export function cartHeader(cart: Cart, shop: { publicUrl: string }): string {
  const options = { https: isHttps(shop), httpOnly: false }
  if (cart.lines.length === 0 && !cart.orderId) return clearCookie(cartCookie, options)
  return writeCookie(cartCookie, formatCart(cart), { ...options, maxAgeSeconds: cartMaxAgeSeconds })
}

/**
 * The cart of a request after a look at the order it was last checked out with, what that order holds for it, and whether
 * the browser has to be told.
 */
export async function readSettledCart({ context, request }: Pick<ActionFunctionArgs, 'context' | 'request'>) {
  const { db, now } = context.get(shopContext)
  const stored = readCart(request)
  const token = stored.orderId && readOrderToken(request, stored.orderId)
  const order = stored.orderId && token ? await findOwnOrder(db, stored.orderId, token, now()) : undefined
  const goods = context.get(cartGoodsContext)
  const settled = settleCart(goods, stored, order, now())
  return { ...settled, held: quantityOf(goods, settled.open), isChanged: settled.cart !== stored }
}

/** Does a page want the answer, and not a script? Then it is led to a page that can be reloaded. */
export function wantsPage(request: Request): boolean {
  return request.headers.get('Accept')?.includes('text/html') ?? false
}
