import type { Db } from '#app/db/db.server.ts'
import { findBooking, courseSeat } from '#app/features/courses/store/seats.server.ts'
import { leftToPack } from '#app/features/orders/parcels.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'

export type GoodsRecord = Awaited<ReturnType<typeof findGoods>>

/** What of an order goes by parcel and what is a seat. Neither is looked for where the order has none. */
export async function findGoods(db: Db, order: OrderView) {
  const isShipped = order.lines.some(({ fulfillment }) => fulfillment === 'shipping')
  const seatLines = order.lines.filter(({ kind }) => kind === 'course_seat')
  const [parcels, seats] = await Promise.all([
    isShipped ? listParcels(db, order.id) : [],
    Promise.all(
      seatLines.map(async ({ ref }) => {
        const seat = tryParse(courseSeat.parseRef, ref)
        return seat && findBooking(db, order.id, seat.session)
      }),
    ),
  ])
  return {
    isShipped,
    parcels,
    left: leftToPack(order.lines, parcels),
    seats: seats.filter((seat) => seat !== undefined),
  }
}
