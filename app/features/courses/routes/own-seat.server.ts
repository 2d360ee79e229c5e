import { type LoaderFunctionArgs, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import type { BookingTimeline } from '../rules.ts'
import { findBookedSeat } from '../store/seats.server.ts'

/**
 * The booked seat of the order in the URL, if this browser may see the order. Before the payment it redirects to the
 * order's page; an order without a seat is a 404.
 */
export async function requireOwnSeat(args: Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>) {
  const { db } = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  if (!order.lines.some(({ kind }) => kind === 'course_seat'))
    throw notFound('No Class Here', {
      text: 'This order has no seat in a class.',
      link: { to: `/orders/${order.id}`, label: 'Your Order' },
    })
  const seat = await findBookedSeat(db, order.id)
  if (!seat) throw redirect(`/orders/${order.id}`)
  const { line, booking, session } = seat
  const timeline: BookingTimeline = { ...booking, session, refundUntil: line.refundUntil ?? session.startsAt }
  return { ...seat, timeline, seatLine: { orderId: order.id, position: line.position } }
}
