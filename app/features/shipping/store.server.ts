import type { Db } from '#app/db/db.server.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { parcelState, mayTake, type ParcelLine, parcelSteps } from '#app/features/orders/parcels.ts'
import { addressLines } from '#app/features/orders/input.ts'
import {
  findShippingOrder,
  listShipping,
  listToPack,
  type ShippingOrder,
  type Parcel,
} from '#app/features/orders/store/parcels.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import {
  daysSince,
  marksOf,
  pickList,
  refusalWords,
  type ShippingView,
  urgencyOf,
  maxRows,
  listOf,
  viewOf,
} from './rules.ts'

export type ShippingRow = ReturnType<typeof rowOf>
export type ShownShipping = NonNullable<Awaited<ReturnType<typeof findSlip>>>
export type ShownParcel = ShownShipping['parcels'][number]

type Clock = { now: Date; timeZone: string }

export async function listRows(db: Db, view: ShippingView, { now }: Clock): Promise<ShippingRow[]> {
  if (view === 'to-pack') {
    const found = await listToPack(db, maxRows)
    return found.map((shipping) => rowOf(shipping, undefined, now))
  }
  return (await listShipping(db, view, maxRows)).map(({ parcel, shipping }) => rowOf(shipping, parcel, now))
}

export async function findListOf(db: Db, orderId: string): Promise<ShippingView> {
  const found = await findShippingOrder(db, orderId)
  if (!found) return viewOf(null)
  return listOf(
    found.left,
    found.parcels.map((parcel) => ({ state: parcelState(parcel) })),
  )
}

export async function findPickList(db: Db) {
  return pickList(await listToPack(db, maxRows))
}

/** An order with its parcels, as it is packed and sent. */
export async function findSlip(db: Db, orderId: string, { now, timeZone }: Clock) {
  const found = await findShippingOrder(db, orderId)
  if (!found) return undefined
  const { order, lines, due, gate } = found
  const paidAt = order.paidAt ?? order.createdAt
  const titled = (parts: readonly ParcelLine[]) =>
    parts.map((part) => {
      const { title = '', detail = '' } = lines.find(({ position }) => position === part.position) ?? {}
      return { ...part, title, detail }
    })
  return {
    ...found,
    paid: `${formatDay(paidAt, timeZone)}, ${daysSince(paidAt, now)} d ago`,
    urgency: due ? urgencyOf(due.paidAt, now) : 'calm',
    // As it goes on the label: the county is for the tax and not for the carrier.
    address: order.quotedAt ? [order.buyerName ?? '', ...addressLines(order)] : [],
    marks: marksOf(lines, order.shipState),
    gates: [isPaid(order.state) ? null : 'not_paid', gate].filter((why) => why !== null).map(refusalWords),
    left: titled(found.left),
    parcels: found.parcels.map((parcel) => ({
      ...parcel,
      state: parcelState(parcel),
      stateOn: formatDay(newestOf(parcel), timeZone),
      items: titled(parcel.lines),
      steps: parcelSteps.filter((step) => mayTake(step, parcel, now).ok),
    })),
  }
}

function rowOf(shipping: ShippingOrder, parcel: Parcel | undefined, now: Date) {
  const { order, lines, left } = shipping
  const contents = (parcel?.lines ?? left).map(({ position, quantity }) => {
    const title = lines.find((line) => line.position === position)?.title ?? ''
    return quantity > 1 ? `${quantity} × ${title}` : title
  })
  const paidAt = order.paidAt ?? order.createdAt
  const since = parcel ? newestOf(parcel) : paidAt
  return {
    /** What bulk verbs name: the order of what is to be packed, the parcel otherwise. */
    id: parcel?.id ?? order.id,
    orderId: order.id,
    buyer: order.buyerName ?? '',
    place: [order.shipCity, order.shipState].filter(Boolean).join(', '),
    method: order.shippingName ?? '',
    contents: contents.join(', '),
    marks: marksOf(lines, order.shipState),
    tracking: parcel?.tracking ?? '',
    days: daysSince(since, now),
    urgency: parcel?.sentAt ? 'calm' : urgencyOf(paidAt, now),
    isInReview: shipping.gate !== null,
  }
}

function newestOf({ packedAt, sentAt, deliveredAt, returnedAt, decidedAt, refundedAt }: Parcel): Date {
  return refundedAt ?? decidedAt ?? returnedAt ?? deliveredAt ?? sentAt ?? packedAt
}
