import { calendarType, writeCalendar } from '#app/calendar/calendar-file.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { calendarFileName, classEvent } from '../documents.server.ts'
import { findStaffEmail, findBookedSeat } from '../store/seats.server.ts'
import type { Route } from './+types/calendar'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const seat = await findBookedSeat(shop.db, order.id)
  if (!seat)
    throw notFound('No Class Here', {
      text: 'This order has no seat in a class.',
      link: { to: `/orders/${order.id}`, label: 'Your Order' },
    })
  const { session, booking, ...rest } = seat
  const staffEmail = await findStaffEmail(shop.db, shop.now(), shop.timeZone)
  const event = classEvent(
    { ...session, ...rest, rescheduledAt: booking.rescheduledAt, moves: booking.moves },
    { ...shop, staffEmail },
  )
  return new Response(writeCalendar(event, shop.now()), {
    headers: {
      'Content-Type': calendarType(event),
      'Content-Disposition': `attachment; filename="${calendarFileName}"`,
    },
  })
}
