import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound, tooManyWords } from '#app/http/errors.ts'
import type { BookingTimeline } from '../rules.ts'
import type { ChangeRefusal, SeatOrderLine } from '../store/changes.server.ts'
import { findBookedSeat } from '../store/seats.server.ts'
import { changeRefusalWords } from '../words.ts'

type Args = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>

/** Before the payment it redirects to the order's page; an order without a seat is a 404. */
export async function requireOwnSeat(args: Args) {
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
  return { ...seat, timeline }
}

type Changed = { ok: true } | { ok: false; why: ChangeRefusal }

export async function changeOwnSeat(
  args: Args,
  change: (work: UnitOfWork, seat: SeatOrderLine) => Promise<Changed>,
  selected: string | null = null,
) {
  const shop = args.context.get(shopContext)
  const { orderId, line } = await requireOwnSeat(args)
  const limit = await shop.limits.take('orderChange', orderId)
  if (!limit.ok) return data({ refusal: tooManyWords(limit.retryAfterSeconds), selected }, { status: 429 })
  const done = await transact(shop, (work) => change(work, { orderId, position: line.position }))
  if (!done.ok) return data({ refusal: changeRefusalWords[done.why], selected }, { status: 409 })
  return redirect(`/orders/${orderId}/seat`, 303)
}
