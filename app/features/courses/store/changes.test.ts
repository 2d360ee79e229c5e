import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { type Bench, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { requestOwnRefund } from '../../orders/store/refund.server.ts'
import { findOrder } from '../../orders/store.server.ts'
import { packSeats, refundableUntil } from '../rules.ts'
import { bookingMarks, courseSessions, sessionSeats } from '../tables.ts'
import { giveUpSeat, rescheduleSeat } from './changes.server.ts'
import { findSession } from './sessions.server.ts'

const zone = 'America/New_York'
const first = new Date('2026-12-05T14:00:00Z')
const second = new Date('2026-12-19T14:00:00Z')

async function booked(place: Bench, session: string) {
  const { orderId } = await bookSeat(place, session)
  return { orderId, position: 0 }
}

type Seat = Awaited<ReturnType<typeof booked>>

const move = (place: Bench, seat: Seat, session: string) =>
  transact(place, (work) => rescheduleSeat(work, seat, { session, zone }))

async function seatsOf(place: Bench, session: string) {
  const found = await findSession(place.db, session, place.now())
  return packSeats(found?.seats ?? [])
}

test('a booking moves with its money: the old seat opens, the new date and its instant stand on the order', async ({
  db,
  place,
}) => {
  const [from, to] = [
    await givenSession(db, { seats: 2, startsAt: first }),
    await givenSession(db, { seats: 2, startsAt: second }),
  ]
  const seat = await booked(place, from)
  expect(await move(place, seat, to)).toEqual({ ok: true })
  expect([await seatsOf(place, from), await seatsOf(place, to)]).toEqual(['oo', 'to'])
  const order = await findOrder(db, seat.orderId)
  expect(order).toMatchObject({ state: 'paid', capturedCents: 7_500, refundedCents: 0 })
  expect(order?.lines[0]).toMatchObject({
    ref: { session: to, zone, balanceCents: 7_500 },
    refundUntil: refundableUntil(second),
  })
  expect(order?.lines[0]?.detail).toContain('Saturday 19 December 2026')
  expect(place.queued).toContainEqual({ job: 'course-booked', payload: { orderId: seat.orderId } })
  expect(await move(place, seat, from)).toMatchObject({ why: 'moved_before' })
})

test('a refusal to move changes nothing', async ({ db, place }) => {
  const from = await givenSession(db, { seats: 1, startsAt: first })
  const full = await givenSession(db, { seats: 1, startsAt: second })
  const other = await givenSession(db, { slug: 'other-course', startsAt: second })
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.sessionId, full))
  const seat = await booked(place, from)
  expect(await move(place, seat, full)).toMatchObject({ why: 'session_full' })
  expect(await move(place, seat, other)).toMatchObject({ why: 'other_course' })
  expect(await move(place, seat, from)).toMatchObject({ why: 'other_course' })
  expect(await move(place, seat, crypto.randomUUID())).toMatchObject({ why: 'other_course' })
  place.setNow(after(first, -day))
  expect(await move(place, seat, other)).toMatchObject({ why: 'list_closed' })
  expect(await seatsOf(place, from)).toBe('t')
  expect(await db.select().from(bookingMarks)).toEqual([])
})

test('a deposit that was forfeited is not brought back by moving', async ({ db, place }) => {
  const from = await givenSession(db, { startsAt: first })
  const to = await givenSession(db, { startsAt: second })
  const seat = await booked(place, from)
  place.setNow(after(refundableUntil(first), hour))
  expect(await move(place, seat, to)).toEqual({ ok: true })
  const order = await findOrder(db, seat.orderId)
  expect(order?.lines[0]?.refundUntil).toEqual(refundableUntil(first))
  expect(await refund(place, seat)).toMatchObject({ ok: false, why: 'too_late' })
})

const refund = (place: Bench, { orderId, position }: Seat) =>
  transact(place, (work) => requestOwnRefund(work, ordersOnSale, orderId, [position]))

test('ten bookings that move to the last seat at once leave it to one', async ({ db, place }) => {
  const from = await givenSession(db, { startsAt: first })
  const last = await givenSession(db, { seats: 1, startsAt: second })
  const seats = []
  for (let number = 0; number < 10; number++) seats.push(await booked(place, from))
  const moved = await Promise.all(seats.map((seat) => move(place, seat, last)))
  expect(moved.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await seatsOf(place, last)).toBe('t')
  expect((await seatsOf(place, from)).replaceAll('o', '')).toHaveLength(9)
})

test('until its instant a seat goes back with the deposit, and after it without', async ({ db, place }) => {
  const session = await givenSession(db, { seats: 2, startsAt: first })
  const [early, late] = [await booked(place, session), await booked(place, session)]
  const giveUp = (seat: Seat) => transact(place, (work) => giveUpSeat(work, seat))

  place.setNow(after(refundableUntil(first), -1))
  expect(await giveUp(early)).toMatchObject({ why: 'still_refundable' })
  expect(await refund(place, early)).toMatchObject({ ok: true })
  expect(await giveUp(early)).toMatchObject({ why: 'refund_under_way' })

  place.setNow(refundableUntil(first))
  expect(await refund(place, late)).toMatchObject({ ok: false, why: 'too_late' })
  expect(await giveUp(late)).toEqual({ ok: true })
  expect(await giveUp(late)).toMatchObject({ why: 'seat_given_up' })
  expect(await move(place, late, session)).toMatchObject({ why: 'seat_given_up' })
  expect(await seatsOf(place, session)).toBe('to')
  expect(await findOrder(db, late.orderId)).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(place.queued).toContainEqual({ job: 'course-cancelled', payload: { orderId: late.orderId } })
})

test('nobody gives up the seat of a class that has begun or was called off', async ({ db, place }) => {
  const session = await givenSession(db, { startsAt: first })
  const seat = await booked(place, session)
  const giveUp = () => transact(place, (work) => giveUpSeat(work, seat))
  place.setNow(first)
  expect(await giveUp()).toMatchObject({ why: 'class_begun' })
  await db.update(courseSessions).set({ cancelledAt: first })
  expect(await giveUp()).toMatchObject({ why: 'session_cancelled' })
})
