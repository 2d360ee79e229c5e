import { type LoaderFunctionArgs, redirect } from 'react-router'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { hardBits, holdSubject, isProven, maxBits, usualBits } from '#app/http/proofs.ts'
import { mailboxOf } from '#app/http/limits.server.ts'
import { isHttps, openPrivateLink, readLink, signLink } from '#app/http/private-link.server.ts'
import { day, minute } from '#app/kit/clock.ts'
import { secretToken } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { findProofLevel, type Holder, type Payer } from './store/holders.server.ts'
import type { PayForm } from './input.ts'
import type { Tried } from './flows.server.ts'
import { startHold, type StartRequest } from './store/start.server.ts'
import { holdLimitWords } from './words.ts'
import { heldMark, listOrderTokens, orderCookie, orderNotFound } from '#app/features/orders/access.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { findOrder, findOwnOrder } from '#app/features/orders/store/read.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { heldSubject, orderSubject } from '#app/features/orders/words.ts'
import type { HeldOrder } from '#app/http/held-orders.ts'
import { siteHeaders } from '#app/http/site-request.ts'

/** How long the visitor cookie lasts, in seconds: as long as purchases count toward limits. */
const visitorSeconds = (400 * day) / 1_000

const visitorCookie = 'paco-visitor'

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** Hashed with the shop's secret. `undefined` while limits are off. */
function identifyHolder({ context, request }: Args) {
  const shop = context.get(shopContext)
  if (!shop.limits.isOn) return undefined
  const { address } = context.get(visitContext)
  const sent = readCookie(request, visitorCookie)
  const visitor = sent && /^[\w-]{43}$/.test(sent) ? sent : secretToken()
  return {
    visitor: shop.keyedHash(`visitor ${visitor}`),
    address: shop.keyedHash(`address ${address}`),
    mail: readConfirmed(shop, readCookie(request, confirmedCookie)) ?? null,
    cookie: writeCookie(visitorCookie, visitor, { https: isHttps(shop), maxAgeSeconds: visitorSeconds }),
  }
}

const confirmedCookie = 'paco-confirmed'
const confirmedMs = 30 * minute

type Signing = Pick<Shop, 'keyedHash' | 'sign' | 'now'>

export function hashMail({ keyedHash }: Pick<Signing, 'keyedHash'>, email: string): string {
  return keyedHash(`mail ${mailboxOf(email)}`)
}

export function signConfirmed(shop: Signing, email: string): string {
  const mail = hashMail(shop, email)
  return `${mail}.${signLink(shop.sign, ['confirmed', mail], { madeAt: shop.now(), epoch: '' })}`
}

/** The hash of the email that this confirms; `undefined` for what we have not signed, or not lately. */
export function readConfirmed({ sign, now }: Signing, signed: string | null | undefined): string | undefined {
  const [mail = '', link = ''] = (signed ?? '').split('.')
  return readLink(sign, ['confirmed', mail], link, { now: now(), lifeMs: confirmedMs }) && mail
}

export function confirmedCookieOf(shop: Pick<Shop, 'publicUrl'>, signed: string): string {
  return writeCookie(confirmedCookie, signed, { https: isHttps(shop), maxAgeSeconds: confirmedMs / 1_000 })
}

/** Did this browser open the link that was mailed to this address, lately? */
export function hasConfirmed({ context, request }: Args, email: string): boolean {
  const shop = context.get(shopContext)
  return readConfirmed(shop, readCookie(request, confirmedCookie)) === hashMail(shop, email)
}

type Mailed = { id: string; linkEpoch: string; buyerEmail: string | null }

/** Of an order and the address that it is for: once the buyer corrects that, the link in the earlier mail opens nothing. */
const checkoutOf = ({ id, buyerEmail }: Mailed) =>
  ['checkout', `${id} ${(buyerEmail ?? '').toLowerCase()}`] as const

/** The address of a checkout that its buyer opens from their mail, in any browser. */
export function mailedCheckout({ sign, now }: Pick<Shop, 'sign' | 'now'>, order: Mailed): string {
  const key = signLink(sign, checkoutOf(order), { madeAt: now(), epoch: order.linkEpoch })
  return `/checkout/${order.id}?key=${key}`
}

export async function openMailedCheckout(
  { context }: Pick<Args, 'context'>,
  orderId: string,
  key: string,
): Promise<Response> {
  const shop = context.get(shopContext)
  const { db, sign, limits } = shop
  const guess = { limits, address: context.get(visitContext).address, token: key }
  const find = async (token: string) => {
    const order = await findOrder(db, orderId)
    if (!order) return undefined
    const link = readLink(sign, checkoutOf(order), token, { now: shop.now(), lifeMs: day })
    return link?.epoch === order.linkEpoch ? order : undefined
  }
  const order = await openPrivateLink(guess, find, orderNotFound)
  const token = orderToken({ sign, now: shop.now() }, order)
  return redirect(`/checkout/${order.id}`, { status: 303, headers: holdHeaders(shop, order.id, token) })
}

function holdHeaders(shop: Pick<Shop, 'publicUrl'>, orderId: string, token: string): Headers {
  const headers = new Headers()
  headers.append('Set-Cookie', orderCookie(orderId, token, { https: isHttps(shop) }))
  headers.append('Set-Cookie', heldMark({ https: isHttps(shop) }))
  return headers
}

type Hold = Omit<StartRequest, 'holder'> & { what: string; proof: unknown; isSuspect?: boolean }

/** Without a proof of work a few presses of an address pass; `isSuspect` lets none pass without more proof. */
async function judgeProof(
  { context }: Pick<Args, 'context'>,
  { what, key, proof, isSuspect }: Hold,
): Promise<Holder['proof']> {
  const { limits, now } = context.get(shopContext)
  const has = (bits: number) => isProven(proof, holdSubject({ what, key }), { bits, now: now() })
  if (has(hardBits)) return 'more'
  if (isSuspect) return 'none'
  const { address } = context.get(visitContext)
  return has(usualBits) || (await limits.take('holdUnproven', address)).ok ? 'usual' : 'none'
}

/** A refusal has words where it is a limit, and `headers` where the page's script may press again with more proof. */
export async function holdFor(args: Args, hold: Hold) {
  const shop = args.context.get(shopContext)
  const { what, proof: _, isSuspect = false, ...wanted } = hold
  const known = identifyHolder(args)
  const holder: Holder | undefined = known && {
    visitor: known.visitor,
    address: known.address,
    mail: known.mail,
    proof: known.mail ? 'more' : await judgeProof(args, hold),
  }
  const started =
    isSuspect && holder?.proof !== 'more'
      ? refuse('more_proof')
      : await startHold(shop, args.context.get(sellablesContext), { ...wanted, holder })
  if (!started.ok) {
    const needsProof = started.why === 'more_proof' && { [siteHeaders.needsProof]: what }
    const headers: Record<string, string> = { ...needsProof }
    return { ...started, limited: holdLimitWords(started), headers }
  }
  const { orderId } = started
  const headers = holdHeaders(shop, orderId, started.token)
  if (known) headers.append('Set-Cookie', known.cookie)
  const response = redirect(`/checkout/${orderId}`, { status: 303, headers })
  return { ok: true as const, orderId, headers, response }
}

/** The unpaid orders that this browser holds, soonest to end first; not what it owes for something that it has. */
export async function listHeld({ context, request }: Args): Promise<HeldOrder[]> {
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

/** Nothing while limits are off, and for an order that is free. */
export async function guardPayment(
  args: Args,
  orderId: string,
  { form, proof }: { form: PayForm; proof: unknown },
): Promise<{ payer?: Payer; tried?: Tried }> {
  const shop = args.context.get(shopContext)
  const known = identifyHolder(args)
  if (!known || form.total === 0) return {}
  const { address, mail: confirmed } = known
  const payer = await findPayer(shop, orderId, form)
  const subject = holdSubject({ what: `pay:${orderId}`, key: form.formKey })
  const isWorked = (level: number) =>
    confirmed === payer.mail || isProven(proof, subject, { bits: bitsOf(level), now: shop.now() })
  return { payer, tried: { by: { address, mail: payer.mail, card: payer.card }, isWorked } }
}

export async function payProofBits(args: Args): Promise<number> {
  const { db, now } = args.context.get(shopContext)
  const known = identifyHolder(args)
  return known ? bitsOf(await findProofLevel(db, now(), known.address)) : 0
}

function bitsOf(level: number): number {
  return level === 0 ? 0 : Math.min(maxBits, hardBits + level - 1)
}

/** The keyed hashes of the paying email, card, and name with ZIP code. Two-page checkouts use what is stored. */
async function findPayer(
  { db, keyedHash, gateway }: Pick<Shop, 'db' | 'keyedHash' | 'gateway'>,
  orderId: string,
  form: PayForm,
): Promise<Payer> {
  const typed = 'email' in form ? form : undefined
  const order = typed ? undefined : await findOrder(db, orderId)
  const card = gateway.cardFingerprint?.(form.paymentToken)
  const home = homeKey(typed?.name ?? order?.buyerName, typed?.zip || order?.buyerZip || order?.shipZip)
  return {
    mail: hashMail({ keyedHash }, typed?.email ?? order?.buyerEmail ?? ''),
    card: card ? keyedHash(`card ${card}`) : null,
    home: home && keyedHash(home),
  }
}

/** A person by name and ZIP code, however they are typed; `null` without either. */
function homeKey(name: string | null | undefined, zip: string | null | undefined): string | null {
  const letters = (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters && zip ? `home ${letters} ${zip.slice(0, 5)}` : null
}
