import { orderSubject, subjectNounOf } from '#app/features/orders/words/order-subject.ts'
import { isEnding, isPaid } from '#app/features/orders/rules.ts'
import { stateWords } from '#app/features/orders/words.ts'
import { endingWords, stageWordsOf } from '#app/features/orders/words/stages.ts'
import { paidWords } from '#app/features/orders/words/paid-for.ts'
import { paidForOf } from '#app/features/orders/words/sellable.ts'
import { showTracking } from '#app/features/orders/words/parcels.ts'
import { findLinePages } from '#app/features/orders/store/line-pages.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { listPaidOrdersOf } from '#app/features/orders/store/buyer-links.server.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { formatDay } from '#app/kit/date-format.ts'

/** More orders than a buyer has: older ones open by their own links. */
const maxOrders = 50

const repeatable = new Set<string>(['accessory', 'patch'])

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
    paidCents: order.capturedCents,
    refundedCents: order.refundedCents,
    state: stateOf(sellables, order),
    isRepeatable: order.lines.some(({ kind }) => repeatable.has(kind)),
    hasSeat: isOpen && order.lines.some(({ kind, returnedAt }) => kind === 'course_seat' && !returnedAt),
    lines: order.lines.map((line) => ({
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      isReturned: line.returnedAt !== null,
      // Pages under the order open with it; others are public.
      page: pages.get(line.position) ?? null,
      certificate:
        isOpen && line.plate && !line.returnedAt
          ? certify(line.plate.path.split('/').at(-1) ?? '', line.plate.unitNumber)
          : null,
    })),
    parcels: parcels
      .filter(({ sentAt }) => sentAt !== null)
      .map((parcel) => ({
        number: parcel.number,
        state: parcel.deliveredAt
          ? `Delivered ${formatDay(parcel.deliveredAt, timeZone)}`
          : `Shipped ${formatDay(parcel.sentAt ?? order.createdAt, timeZone)}`,
        tracking: showTracking(parcel),
      })),
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
