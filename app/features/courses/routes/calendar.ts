import { calendarType, writeCalendar } from '#app/calendar/calendar-file.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { calendarFileName, classEvent } from '../documents.server.ts'
import { findStaffEmail } from '../store/seats.server.ts'
import type { Route } from './+types/calendar'
import { requireOwnSeat } from './own-seat.server.ts'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { session, ...seat } = await requireOwnSeat(args)
  const staffEmail = await findStaffEmail(shop.db, shop.now(), shop.timeZone)
  const event = classEvent({ ...session, ...seat }, { ...shop, staffEmail })
  return new Response(writeCalendar(event, shop.now()), {
    headers: {
      'Content-Type': calendarType(event),
      'Content-Disposition': `attachment; filename="${calendarFileName}"`,
    },
  })
}
