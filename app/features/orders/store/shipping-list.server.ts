import { asc, desc, inArray, isNotNull, isNull, max, and, type SQL } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { parcels, parcelsDue } from '../parcel-tables.ts'
import { isPaid } from '../rules.ts'
import { leftToPack, parcelGate, type ParcelLine } from '../rules/parcel.ts'
import { reviewStateOf } from '../rules/review.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'
import type { ParcelDue } from './due.server.ts'
import type { Order } from './lines.server.ts'
import { listLatestReviews } from './review.server.ts'
import { listParcelsOf, type Parcel, withLines } from './parcels.server.ts'

export type ShippingOrder = {
  order: Order
  lines: (typeof orderLines.$inferSelect)[]
  parcels: Parcel[]
  left: ParcelLine[]
  /** When it was paid, and what its buyer said to a delay; null when all of it went out. */
  due: ParcelDue | null
  /** Why the state rules do not let its goods go, by the last check; null where they do. */
  gate: 'in_review' | 'refused_by_state' | null
  revision: number
}

export async function listToPack(db: Db, limit: number): Promise<ShippingOrder[]> {
  const due = await db
    .select({ id: parcelsDue.orderId })
    .from(parcelsDue)
    .orderBy(asc(parcelsDue.paidAt), asc(parcelsDue.orderId))
    .limit(limit)
  const found = await listShippingOrders(
    db,
    due.map(({ id }) => id),
  )
  return found.filter(({ order, left }) => isPaid(order.state) && left.length > 0)
}

export type ParcelList = 'packed' | 'sent' | 'returned'

export async function listShipping(
  db: Db,
  list: ParcelList,
  limit: number,
): Promise<{ parcel: Parcel; shipping: ShippingOrder }[]> {
  const where: Record<ParcelList, SQL | undefined> = {
    packed: isNull(parcels.sentAt),
    sent: and(isNotNull(parcels.sentAt), isNull(parcels.deliveredAt), isNull(parcels.returnedAt)),
    returned: and(isNotNull(parcels.returnedAt), isNull(parcels.refundedAt)),
  }
  const order = {
    packed: asc(parcels.packedAt),
    sent: desc(parcels.sentAt),
    returned: asc(parcels.returnedAt),
  }
  const rows = await db.select().from(parcels).where(where[list]).orderBy(order[list]).limit(limit)
  const open = (await withLines(db, rows)).filter(({ decision }) => decision !== 'resend')
  const found = await listShippingOrders(db, [...new Set(open.map(({ orderId }) => orderId))])
  return open.flatMap((parcel) => {
    const shipping = found.find(({ order: { id } }) => id === parcel.orderId)
    return shipping ? [{ parcel, shipping }] : []
  })
}

export async function findShippingOrder(db: Db, orderId: string): Promise<ShippingOrder | undefined> {
  const [found] = await listShippingOrders(db, [orderId])
  return found?.lines.some(({ fulfillment }) => fulfillment === 'shipping') ? found : undefined
}

async function listShippingOrders(db: Db, ids: readonly string[]): Promise<ShippingOrder[]> {
  if (ids.length === 0) return []
  const [found, lines, parcelsOf, due, reviews, revisions] = await Promise.all([
    db
      .select()
      .from(orders)
      .where(inArray(orders.id, [...ids])),
    db
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, [...ids]))
      .orderBy(asc(orderLines.position)),
    listParcelsOf(db, ids),
    db
      .select()
      .from(parcelsDue)
      .where(inArray(parcelsDue.orderId, [...ids])),
    listLatestReviews(db, ids),
    db
      .select({ orderId: orderEvents.orderId, revision: max(orderEvents.id) })
      .from(orderEvents)
      .where(inArray(orderEvents.orderId, [...ids]))
      .groupBy(orderEvents.orderId),
  ])
  return ids.flatMap((id) => {
    const order = found.find((each) => each.id === id)
    if (!order) return []
    const own = lines.filter(({ orderId }) => orderId === id)
    const isApproved = reviewStateOf(order.verdict, reviews.get(id)) === 'clear'
    const gate = parcelGate(order.verdict, isApproved)
    const packed = parcelsOf.filter(({ orderId }) => orderId === id)
    return {
      order,
      lines: own,
      parcels: packed,
      left: leftToPack(own, packed),
      due: due.find(({ orderId }) => orderId === id) ?? null,
      gate: gate.ok ? null : gate.why,
      revision: revisions.find(({ orderId }) => orderId === id)?.revision ?? 0,
    }
  })
}
