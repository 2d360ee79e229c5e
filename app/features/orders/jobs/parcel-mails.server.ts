import { z } from 'zod'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { addressOf } from '../emails/purchase-details.ts'
import { parcelMail } from '../emails/parcel.tsx'
import { findParcel, listParcels, type Parcel } from '../store/parcels.server.ts'
import type { OrderView } from '../store.server.ts'
import { showTracking } from '../words/parcels.ts'
import { mailBuyer, mailedOrder, mintLink } from './order-mail.server.ts'

/** Tells the buyer what became of one parcel. */
export const mailParcel = defineMailJob({
  name: 'mail-parcel',
  payload: z.object({
    parcelId: z.string(),
    about: z.enum(['sent', 'unsent', 'tracking']),
    at: z.iso.datetime(),
  }),
  async run(shop, { parcelId, about, at }) {
    const parcel = await findParcel(shop.db, parcelId)
    // Taken back before its mail went out, or handed over again since: the last word is another mail's.
    if (!parcel || (parcel.sentAt === null) !== (about === 'unsent')) return
    const siblings = await listParcels(shop.db, parcel.orderId)
    await mailBuyer(shop, parcel.orderId, `parcel-${about}:${parcelId}:${at}`, async (order) =>
      parcelMail({
        ...mailedOrder(order),
        about,
        which: isAllOf(order, parcel)
          ? ''
          : `${parcel.number} of ${Math.max(siblings.length, parcel.number)} so far`,
        items: itemsOf(order, parcel),
        address: addressOf(order),
        tracking: showTracking(parcel),
        link: await mintLink(shop, order.id),
      }),
    )
  },
})

/** Is everything of an order that goes by parcel in this one? */
function isAllOf({ lines }: OrderView, parcel: Parcel): boolean {
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'shipping' && !returnedAt)
    .every(({ position, quantity }) =>
      parcel.lines.some((part) => part.position === position && part.quantity === quantity),
    )
}

/** What is in a parcel, each on one line: `Piece × 2`. */
function itemsOf({ lines }: OrderView, parcel: Parcel): string[] {
  return parcel.lines.map(({ position, quantity }) => {
    const title = lines.find((line) => line.position === position)?.title ?? ''
    return quantity > 1 ? `${title} × ${quantity}` : title
  })
}
