import { formatSession } from '#app/features/courses/words.ts'
import { parcelState } from '#app/features/orders/rules/parcel.ts'
import { showTracking } from '#app/features/orders/words/parcels.ts'
import { parcelStateWords } from '#app/features/shipping/words.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { mayDo, type StaffRole } from '#app/features/staff/rules.ts'
import type { GoodsRecord } from '../store/goods.server.ts'
import type { SheetRecord } from '../store/sheet.server.ts'

type Shown = { role: StaffRole; now: Date; timeZone: string }

/** The classes of an order, each with the way to its roster for those who plan classes. */
export function showSeats({ order }: SheetRecord, { seats }: GoodsRecord, { role, now, timeZone }: Shown) {
  return seats.map(({ session, seat, isMoveOpen }) => ({
    id: session.id,
    course: session.course.name,
    when: formatSession(session, timeZone, now),
    roster: mayDo(role, 'classes.plan') ? `/staff/classes/${session.id}` : null,
    place: session.place,
    seat: seat === null ? seatWords(order.state, session.canceledAt) : `Seat ${seat}`,
    move: isMoveOpen ? 'We moved this class, and the student has not answered' : '',
  }))
}

/** What an order without a booked seat in its class is. */
function seatWords(state: SheetRecord['order']['state'], canceledAt: Date | null): string {
  if (canceledAt) return 'The class was canceled'
  return isPaid(state) ? 'No seat: it was given up or refunded' : 'No seat: the order is not paid'
}

/** The parcels of an order with what is in none yet, and the way to its packing slip; null where nothing is shipped. */
export function showParcels({ order }: SheetRecord, goods: GoodsRecord, role: StaffRole) {
  if (!goods.isShipped) return null
  const contents = (parts: readonly { position: number; quantity: number }[]) =>
    parts
      .map(({ position, quantity }) => {
        const { title = '' } = order.lines.find((line) => line.position === position) ?? {}
        return quantity > 1 ? `${quantity} × ${title}` : title
      })
      .join(', ')
  return {
    slip: mayDo(role, 'shipping') && isPaid(order.state) ? `/staff/shipping/${order.id}` : null,
    left: isPaid(order.state) ? contents(goods.left) : '',
    parcels: goods.parcels.map((parcel) => ({
      id: parcel.id,
      name: `Parcel ${parcel.number}`,
      isOpen: parcel.sentAt === null,
      state: parcelStateWords[parcelState(parcel)],
      contents: contents(parcel.lines),
      tracking: showTracking(parcel),
    })),
  }
}
