import { calendarType, writeCalendar } from '#app/calendar/calendar.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { calendarFileName, findClassEvent } from '../documents.server.ts'
import type { Route } from './+types/calendar'
import { requireOwnSeat } from './own-seat.server.ts'

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const event = await findClassEvent(shop, await requireOwnSeat(args))
  return new Response(writeCalendar(event, shop.now()), {
    headers: {
      'Content-Type': calendarType(event),
      'Content-Disposition': `attachment; filename="${calendarFileName}"`,
    },
  })
}
