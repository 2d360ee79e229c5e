import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { day } from '#app/kit/clock.ts'

/** How long a browser stays able to open an order without its private link, in seconds. */
const keptSeconds = (30 * day) / 1_000

/**
 * The value of the `Set-Cookie` header that lets this browser open an order: one cookie per order, so that opening a
 * second order does not close the first. `token` is the secret of a private link; scripts never see it.
 */
export function orderCookie(orderId: string, token: string, { https }: { https: boolean }): string {
  return writeCookie(cookieName(orderId), token, { https, maxAgeSeconds: keptSeconds })
}

/** The secret that this browser holds for an order; `undefined` when it holds none. Whether it opens anything is asked of the store. */
export function readOrderToken(request: Request, orderId: string): string | undefined {
  return readCookie(request, cookieName(orderId))
}

/** Whether cookies may be kept to https: the address people reach the shop at says so. */
export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

function cookieName(orderId: string): string {
  return `paco-order-${orderId}`
}
