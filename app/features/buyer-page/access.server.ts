import { type LoaderFunctionArgs, redirect } from 'react-router'
import { findLinkPath } from '#app/features/orders/access.server.ts'
import { buyerPagePath, findBuyerOfLink, listPaidOrdersOf } from '#app/features/orders/store/links.server.ts'
import { shopContext, visitContext, type Shop } from '#app/http/context.server.ts'
import { clearCookie, readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { notFound } from '#app/http/errors.ts'
import { isHttps, openPrivateLink } from '#app/http/private-link.server.ts'
import {
  certificateOf,
  orderSubject,
  subjectNounOf,
  paidWords,
  paidForOf,
} from '#app/features/orders/subject.ts'
import { isEnding, isPaid, refundableCents } from '#app/features/orders/rules.ts'
import { stateWords } from '#app/features/orders/words.ts'
import { endingWords, stageWordsOf } from '#app/features/orders/stages.ts'
import { showParcels } from '#app/features/orders/routes/shown-order.server.ts'
import { findLinePages } from '#app/features/orders/store/shown-lines.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { formatDay } from '#app/kit/dates.ts'

const cookieName = 'paco-buyer'

type Args = Pick<LoaderFunctionArgs, 'context' | 'request'>

/** Keeps the secret out of the address: a cookie has it, and ends with it. A wrong secret counts as a guess. */
export async function openBuyerLink({ context }: Pick<Args, 'context'>, token: string): Promise<Response> {
  const shop = context.get(shopContext)
  const { until } = await findOrMiss({ context }, token)
  const maxAgeSeconds = Math.floor((until.getTime() - shop.now().getTime()) / 1_000)
  const cookie = writeCookie(cookieName, token, { https: isHttps(shop), maxAgeSeconds })
  return redirect(buyerPagePath, { status: 303, headers: { 'Set-Cookie': cookie } })
}

/** Whose orders this browser may see, and until when. Throws a 404 with the way to a new link. */
export function requireBuyer({ context, request }: Args): Promise<{ email: string; until: Date }> {
  return findOrMiss({ context }, readCookie(request, cookieName))
}

export function forgetBuyerCookie({ context }: Pick<Args, 'context'>): string {
  return clearCookie(cookieName, { https: isHttps(context.get(shopContext)) })
}

function findOrMiss({ context }: Pick<Args, 'context'>, token: string | undefined) {
  const shop = context.get(shopContext)
  return openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token },
    (secret) => findBuyerOfLink(shop, secret),
    () =>
      notFound('Your Orders Are Not Open', {
        text: 'Open the link from our email on this device. It works for one day; we can send you a new one.',
        link: { to: findLinkPath, label: 'Get a New Link' },
      }),
  )
}

/** More orders than a buyer has: older ones open by their own links. */
const maxOrders = 50

export type BuyerOrder = Awaited<ReturnType<typeof showOrder>>

export async function listShownOrders(
  shop: Shop,
  sellables: Sellables,
  email: string,
): Promise<BuyerOrder[]> {
  const ids = await listPaidOrdersOf(shop.db, email, maxOrders)
  const orders = await Promise.all(ids.map((id) => findOrder(shop.db, id)))
  return Promise.all(orders.flatMap((order) => (order ? [showOrder(shop, sellables, order)] : [])))
}

async function showOrder(shop: Shop, sellables: Sellables, order: OrderView) {
  const { db, certify, timeZone } = shop
  const [parcels, pages] = await Promise.all([listParcels(db, order.id), findLinePages(db, sellables, order)])
  const isOpen = isPaid(order.state)
  return {
    id: order.id,
    paidOn: order.paidAt ? formatDay(order.paidAt, timeZone) : '',
    refundedCents: order.refundedCents,
    keptCents: refundableCents(order),
    state: stateOf(sellables, order),
    hasSeat: isOpen && order.lines.some(({ kind, returnedAt }) => kind === 'course_seat' && !returnedAt),
    lines: order.lines.map((line) => ({
      ...line,
      // Pages under the order open with it; others are public.
      page: pages.get(line.position) ?? null,
      certificate: isOpen && !line.returnedAt ? certificateOf(certify, line) : null,
    })),
    parcels: showParcels(parcels, timeZone),
  }
}

function stateOf(sellables: Sellables, order: OrderView): string {
  const stages = order.lines.flatMap(({ stage, returnedAt, itemClass }) =>
    stage && !returnedAt ? [isEnding(stage) ? endingWords[stage] : stageWordsOf(stage, itemClass).label] : [],
  )
  if (stages[0]) return stages[0]
  if (order.state === 'paid') return paidWords[paidForOf(sellables, order)].subject
  return stateWords(order.state, subjectNounOf(orderSubject(order.lines))).title
}
