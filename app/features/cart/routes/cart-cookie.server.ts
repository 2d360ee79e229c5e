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

/** How long the cookie of an unchanged cart lasts, in seconds. */
const cartMaxAgeSeconds = (30 * day) / 1_000

/** The cart of the request. */
function readCart(request: Request): Cart {
  return parseCart(readCookie(request, cartCookie))
}

/** The `Set-Cookie` value of a cart. Scripts may read it for the badge. */
export function cartHeader(cart: Cart, shop: { publicUrl: string }): string {
  const options = { https: isHttps(shop), httpOnly: false }
  if (cart.lines.length === 0 && !cart.orderId) return clearCookie(cartCookie, options)
  return writeCookie(cartCookie, formatCart(cart), { ...options, maxAgeSeconds: cartMaxAgeSeconds })
}

/**
 * The cart of a request, updated after its last order, with what that order holds, and whether the cookie must be
 * written.
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
