import { type LoaderFunctionArgs, redirect } from 'react-router'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { isProven } from '#app/http/hold-proof.server.ts'
import { mailboxOf } from '#app/http/limits.server.ts'
import { hardBits, usualBits } from '#app/http/proof-of-work.ts'
import { isHttps } from '#app/http/private-page.server.ts'
import { after, day, minute } from '#app/kit/clock.ts'
import { widerNetwork } from '#app/http/client-address.server.ts'
import { isSameSecret, secretToken } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import type { Holder } from './store/holders.server.ts'
import { startHold, type StartRequest } from './store/start.server.ts'
import { holdLimitWords } from './words.ts'
import { heldMark, listOrderTokens, orderCookie } from '#app/features/orders/access.server.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { findOwnOrder } from '#app/features/orders/store/read.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { heldSubject, orderSubject } from '#app/features/orders/subject.ts'
import type { HeldOrder } from '#app/http/held-orders.ts'
import { siteHeaders } from '#app/http/site-request.ts'

/** How long the visitor cookie lasts, in seconds: as long as purchases count toward limits. */
const visitorSeconds = (400 * day) / 1_000

const visitorCookie = 'paco-visitor'

export type IdentifiedHolder = { holder: Holder; cookie: string }

/** Hashed with the shop's secret. `undefined` while limits are off. */
export function identifyHolder({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): IdentifiedHolder | undefined {
  const shop = context.get(shopContext)
  if (!shop.limits.isOn) return undefined
  const { address } = context.get(visitContext)
  const sent = readCookie(request, visitorCookie)
  const visitor = sent && /^[\w-]{43}$/.test(sent) ? sent : secretToken()
  const [network, block] = [widerNetwork(address, 48), widerNetwork(address, 32)]
  const mail = readConfirmed(shop, readCookie(request, confirmedCookie)) ?? null
  return {
    holder: {
      visitor: shop.keyedHash(`visitor ${visitor}`),
      address: shop.keyedHash(`address ${address}`),
      network: network && shop.keyedHash(`network ${network}`),
      block: block && shop.keyedHash(`network ${block}`),
      mail,
      proof: mail ? 'more' : 'none',
    },
    cookie: writeCookie(visitorCookie, visitor, { https: isHttps(shop), maxAgeSeconds: visitorSeconds }),
  }
}

/** Without a proof of work a few presses of an address pass; `isSuspect` lets none pass without more proof. */
export async function proveHolder(
  args: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  { what, key, proof, isSuspect = false }: { what: string; key: string; proof: unknown; isSuspect?: boolean },
): Promise<IdentifiedHolder | undefined> {
  const known = identifyHolder(args)
  if (!known || known.holder.proof === 'more') return known
  const { limits, keyedHash, now } = args.context.get(shopContext)
  const subject = { what, key, visitor: known.holder.visitor }
  const has = (bits: number) => isProven(keyedHash, subject, proof, { bits, now: now() })
  const judge = async () => {
    if (has(hardBits)) return 'more'
    if (isSuspect) return 'none'
    const { address } = args.context.get(visitContext)
    return has(usualBits) || (await limits.take('holdUnproven', address)).ok ? 'usual' : 'none'
  }
  return { ...known, holder: { ...known.holder, proof: await judge() } }
}

const confirmedCookie = 'paco-confirmed'
const confirmedMs = 30 * minute

type Signing = Pick<Shop, 'keyedHash' | 'now'>

export function hashMail({ keyedHash }: Pick<Signing, 'keyedHash'>, email: string): string {
  return keyedHash(`mail ${mailboxOf(email)}`)
}

export function signConfirmed(shop: Signing, email: string): string {
  const [mail, until] = [hashMail(shop, email), after(shop.now(), confirmedMs).getTime()]
  return `${until}.${mail}.${signature(shop, mail, until)}`
}

/** The hash of the email that this confirms; `undefined` for what we have not signed, or not lately. */
export function readConfirmed(shop: Signing, signed: string | null | undefined): string | undefined {
  const [, until = '', mail = '', sent = ''] =
    /^(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/.exec(signed ?? '') ?? []
  const isOurs = isSameSecret(sent, signature(shop, mail, Number(until)))
  return isOurs && Number(until) > shop.now().getTime() ? mail : undefined
}

function signature({ keyedHash }: Signing, mail: string, until: number) {
  return keyedHash(JSON.stringify(['confirmed', mail, until]))
}

export function confirmedCookieOf(shop: Pick<Shop, 'publicUrl'>, signed: string): string {
  return writeCookie(confirmedCookie, signed, { https: isHttps(shop), maxAgeSeconds: confirmedMs / 1_000 })
}

export function proofHeaders({ why }: Refusal, what: string): Record<string, string> {
  return why === 'more_proof' ? { [siteHeaders.needsProof]: what } : {}
}

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

type Hold = Omit<StartRequest, 'holder'> & { what: string; proof: unknown; isSuspect?: boolean }

/** A refusal has words where it is a limit, and `headers` where the page's script may press again with more proof. */
export async function holdFor(
  args: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  { what, proof, isSuspect = false, ...wanted }: Hold,
) {
  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const known = await proveHolder(args, { what, key: wanted.key, proof, isSuspect })
  const isUnproven = isSuspect && known?.holder.proof !== 'more'
  const started = isUnproven
    ? refuse('more_proof')
    : await startHold(shop, sellables, { ...wanted, holder: known?.holder })
  if (!started.ok)
    return { ...started, limited: holdLimitWords(started), headers: proofHeaders(started, what) }
  const headers = holdHeaders(shop, started, known)
  const to = `/checkout/${started.orderId}`
  return { ok: true as const, to, headers, response: redirect(to, { status: 303, headers }) }
}

/** The unpaid orders that this browser holds, soonest to end first; not what it owes for something that it has. */
export async function listHeld({
  context,
  request,
}: Pick<LoaderFunctionArgs, 'context' | 'request'>): Promise<HeldOrder[]> {
  const shop = context.get(shopContext)
  const sellables = context.get(sellablesContext)
  const own = await Promise.all(
    listOrderTokens(request).map(({ orderId, token }) => findOwnOrder(shop, orderId, token)),
  )
  return own
    .flatMap((order) => order ?? [])
    .filter(
      (order) => mayPay(order, shop.now()).ok && !order.lines.some(({ kind }) => sellables[kind]?.owedFor),
    )
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
