import { googleLink, outlookLink } from '#app/calendar/calendar-links.ts'
import { shopContext } from '#app/http/context.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { SeatPage } from '../components/seat-page.tsx'
import { classEvent } from '../documents/class-calendar.server.ts'
import { mayCancel, mayReschedule } from '../rules.ts'
import { certificatePath } from '../rules/addresses.ts'
import { formatCertificateCode } from '../rules/certificate.ts'
import { findStaffEmail } from '../store/booked-seat.server.ts'
import { findPaidBalance } from '../store/class-balance.server.ts'
import { findCertificateCode } from '../store/certificates.server.ts'
import { findOpenMove } from '../store/moved.server.ts'
import '../range-drawing.css'
import { formatSession } from '../words.ts'
import { seatPageWords } from '../words/seat.ts'
import type { Route } from './+types/seat'
import { requireOwnSeat } from './own-seat.server.ts'

export const headers = () => privatePageHeaders

export const meta = () => [{ title: siteTitle(seatPageWords.title) }, { name: 'robots', content: 'noindex' }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const own = await requireOwnSeat(args)
  const { booking, session, line, timeline } = own
  const [staffEmail, certificate, moved, paid] = await Promise.all([
    findStaffEmail(shop.db, shop.now(), shop.timeZone),
    findCertificateCode(shop.db, own.orderId, session.id),
    findOpenMove(shop.db, own.orderId, session.id),
    findPaidBalance(shop.db, own.orderId),
  ])
  const event = classEvent(
    { ...session, ...own, rescheduledAt: booking.rescheduledAt, moves: booking.moves },
    { ...shop, staffEmail },
  )
  return {
    orderId: own.orderId,
    session,
    seat: booking.seat,
    depositCents: line.unitCents - line.refundedCents,
    balanceCents: own.balanceCents,
    isBalancePaid: paid !== null,
    refundUntil: timeline.refundUntil,
    over: session.canceledAt
      ? ('class_canceled' as const)
      : booking.canceledAt
        ? ('given_up' as const)
        : booking.seat === null
          ? ('returned' as const)
          : null,
    wasMoved: booking.rescheduledAt !== null,
    moved:
      moved &&
      formatSession({ startsAt: moved.fromStartsAt, endsAt: moved.fromEndsAt }, shop.timeZone, shop.now()),
    certificate:
      certificate === undefined
        ? undefined
        : { code: formatCertificateCode(certificate), path: certificatePath(certificate) },
    move: mayReschedule(timeline, shop.now()),
    cancel: mayCancel(timeline, shop.now()),
    calendar: {
      file: `/orders/${own.orderId}/seat/calendar.ics`,
      google: googleLink(event),
      outlook: outlookLink(event),
    },
    zone: shop.timeZone,
    now: shop.now(),
  }
}

export default function Seat({ loaderData }: Route.ComponentProps) {
  return <SeatPage {...loaderData} />
}
