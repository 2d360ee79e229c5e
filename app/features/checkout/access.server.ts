import type { LoaderFunctionArgs } from 'react-router'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { isProven } from '#app/http/hold-proof.server.ts'
import { usualBits } from '#app/http/proof-of-work.ts'
import type { LimitVerdict } from '#app/http/limits.server.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { day } from '#app/kit/clock.ts'
import { widerNetwork } from '#app/http/client-address.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import type { Holder } from './store.server.ts'
import { heldMark, listOrderTokens, orderCookie } from '#app/features/orders/access.server.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { findOwnOrder, sellablesContext } from '#app/features/orders/store.server.ts'
import { heldSubject, orderSubject } from '#app/features/orders/words/order-subject.ts'
import type { HeldOrder } from '#app/http/held-orders.ts'

/** How long the visitor cookie lasts, in seconds: as long as purchases count toward limits. */
const visitorSeconds = (400 * day) / 1_000

const visitorCookie = 'paco-visitor'

/** The holder of a request, and the `Set-Cookie` value that identifies the browser. */
export type IdentifiedHolder = { holder: Holder; cookie: string }

/**
 * The holder that limits count a request under: a random browser cookie, created here if missing, and the network
 * address. Hashed with the shop's secret. `undefined` while limits are off.
 */
export function identifyHolder({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): IdentifiedHolder | undefined {
  const shop = context.get(shopContext)
  if (!shop.limits.isOn) return undefined
  const { address } = context.get(visitContext)
  const sent = readCookie(request, visitorCookie)
  const visitor = sent && /^[\w-]{43}$/.test(sent) ? sent : secretToken()
  const network = widerNetwork(address)
  return {
    holder: {
      visitor: shop.keyedHash(`visitor ${visitor}`),
      address: shop.keyedHash(`address ${address}`),
      network: network && shop.keyedHash(`network ${network}`),
    },
    cookie: writeCookie(visitorCookie, visitor, { https: isHttps(shop), maxAgeSeconds: visitorSeconds }),
  }
}

/**
 * Counts one try to hold something against the limits of its address. Without a proof of work a stricter limit
 * applies.
 */
export async function takeHoldLimit(
  { context }: Pick<LoaderFunctionArgs, 'context'>,
  identified: IdentifiedHolder | undefined,
  { what, key, proof }: { what: string; key: string; proof: unknown },
): Promise<LimitVerdict> {
  const { limits, keyedHash, now } = context.get(shopContext)
  const { address } = context.get(visitContext)
  const verdict = await limits.take('hold', address)
  if (!identified || !verdict.ok) return verdict
  const subject = { what, key, visitor: identified.holder.visitor }
  const isWorked = isProven(keyedHash, subject, proof, { bits: usualBits, now: now() })
  return isWorked ? verdict : limits.take('holdUnproven', address)
}

/** Response headers for a started hold: the order cookie and the visitor cookie. */
export function holdHeaders(
  shop: { publicUrl: string },
  { orderId, token }: { orderId: string; token: string | null },
  identified: IdentifiedHolder | undefined,
): Headers {
  const headers = new Headers()
  if (token) {
    headers.append('Set-Cookie', orderCookie(orderId, token, { https: isHttps(shop) }))
    headers.append('Set-Cookie', heldMark({ https: isHttps(shop) }))
  }
  if (identified) headers.append('Set-Cookie', identified.cookie)
  return headers
}

/** The unpaid orders that this browser holds, soonest to end first; not what it owes for something that it has. */
export async function listHeld({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): Promise<HeldOrder[]> {
  const { db, now } = context.get(shopContext)
  const sellables = context.get(sellablesContext)
  const own = await Promise.all(
    listOrderTokens(request).map(({ orderId, token }) => findOwnOrder(db, orderId, token, now())),
  )
  return own
    .flatMap((order) => order ?? [])
    .filter((order) => mayPay(order, now()).ok && !order.lines.some(({ kind }) => sellables[kind]?.owedFor))
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())
    .map(({ id, lines, expiresAt }) => ({
      id,
      what: heldWhat(lines),
      until: expiresAt.toISOString(),
      numbers: lines.flatMap(({ plate }) => (plate ? [{ path: plate.path, number: plate.unitNumber }] : [])),
    }))
}

function heldWhat(lines: Parameters<typeof orderSubject>[0]): string {
  const subject = orderSubject(lines)
  const what = heldSubject(subject)
  return subject.count === 1 && subject.plate ? `${what} of ${subject.title}` : what
}
