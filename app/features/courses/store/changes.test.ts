import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale } from '#test/shop.ts'
import { requestOwnRefund } from '#app/features/refunds/store/refund.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { packSeats, refundableUntil } from '../rules.ts'
import { bookingMarks, courses, courseSessions, sessionSeats } from '../tables.ts'
import { giveUpSeat, rescheduleSeat } from './changes.server.ts'
import { findSession } from './sessions.server.ts'

const zone = 'America/New_York'
const first = new Date('2026-12-05T14:00:00Z')
const second = new Date('2026-12-19T14:00:00Z')

async function booked(ctx: TestContext, session: string) {
  const { orderId } = await bookSeat(ctx, session)
  return { orderId, position: 0 }
}

type Seat = Awaited<ReturnType<typeof booked>>

const move = (ctx: TestContext, seat: Seat, session: string) =>
  transact(ctx, (work) => rescheduleSeat(work, seat, { session, zone }))

async function seatsOf(ctx: TestContext, session: string) {
  const found = await findSession(ctx.db, session, ctx.now())
  return packSeats(found?.seats ?? [])
}

test('a move opens the old seat and updates the date and deadline of the order', async ({ db, ctx }) => {
  const [from, to] = [
    await givenSession(db, { seats: 2, startsAt: first }),
    await givenSession(db, { seats: 2, startsAt: second }),
  ]
  const seat = await booked(ctx, from)
  expect(await move(ctx, seat, to)).toEqual({ ok: true })
  expect([await seatsOf(ctx, from), await seatsOf(ctx, to)]).toEqual(['oo', 'to'])
  const order = await findOrder(db, seat.orderId)
  expect(order).toMatchObject({ state: 'paid', capturedCents: 7_500, refundedCents: 0 })
  expect(order?.lines[0]).toMatchObject({
    ref: { session: to, zone, balanceCents: 7_500 },
    refundUntil: refundableUntil(second),
  })
  expect(order?.lines[0]?.detail).toContain('Saturday, December 19, 2026')
  expect(ctx.queued).toContainEqual({ job: 'course-booked', payload: { orderId: seat.orderId } })
  expect(await move(ctx, seat, from)).toMatchObject({ why: 'moved_before' })
})

test('a moved seat keeps the balance of the day on which it was booked', async ({ db, ctx }) => {
  const [from, to] = [
    await givenSession(db, { startsAt: first }),
    await givenSession(db, { startsAt: second }),
  ]
  const seat = await booked(ctx, from)
  await db.update(courses).set({ priceCents: 20_000, depositCents: 5_000 })
  expect(await move(ctx, seat, to)).toEqual({ ok: true })
  expect((await findOrder(db, seat.orderId))?.lines[0]?.ref).toMatchObject({
    session: to,
    balanceCents: 7_500,
  })
})

test('a refused move changes nothing', async ({ db, ctx }) => {
  const from = await givenSession(db, { seats: 1, startsAt: first })
  const full = await givenSession(db, { seats: 1, startsAt: second })
  const other = await givenSession(db, { slug: 'other-course', startsAt: second })
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.sessionId, full))
  const seat = await booked(ctx, from)
  expect(await move(ctx, seat, full)).toMatchObject({ why: 'session_full' })
  expect(await move(ctx, seat, other)).toMatchObject({ why: 'other_course' })
  expect(await move(ctx, seat, from)).toMatchObject({ why: 'other_course' })
  expect(await move(ctx, seat, crypto.randomUUID())).toMatchObject({ why: 'other_course' })
  ctx.setNow(after(first, -day))
  expect(await move(ctx, seat, other)).toMatchObject({ why: 'list_closed' })
  expect(await seatsOf(ctx, from)).toBe('t')
  expect(await db.select().from(bookingMarks)).toEqual([])
})

test('moving does not restore a forfeited deposit', async ({ db, ctx }) => {
  const from = await givenSession(db, { startsAt: first })
  const to = await givenSession(db, { startsAt: second })
  const seat = await booked(ctx, from)
  ctx.setNow(after(refundableUntil(first), hour))
  expect(await move(ctx, seat, to)).toEqual({ ok: true })
  const order = await findOrder(db, seat.orderId)
  expect(order?.lines[0]?.refundUntil).toEqual(refundableUntil(first))
  expect(await refund(ctx, seat)).toMatchObject({ ok: false, why: 'too_late' })
})

const refund = (ctx: TestContext, { orderId, position }: Seat) =>
  transact(ctx, (work) => requestOwnRefund(work, ordersOnSale, orderId, [position]))

test('of ten concurrent moves to the last seat, one succeeds', async ({ db, ctx }) => {
  const from = await givenSession(db, { startsAt: first })
  const last = await givenSession(db, { seats: 1, startsAt: second })
  const seats = []
  for (let number = 0; number < 10; number++) seats.push(await booked(ctx, from))
  const moved = await Promise.all(seats.map((seat) => move(ctx, seat, last)))
  expect(moved.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await seatsOf(ctx, last)).toBe('t')
  expect((await seatsOf(ctx, from)).replaceAll('o', '')).toHaveLength(9)
})

test('a seat is canceled with a refund before the deadline, and without one after it', async ({
  db,
  ctx,
}) => {
  const session = await givenSession(db, { seats: 2, startsAt: first })
  const [early, late] = [await booked(ctx, session), await booked(ctx, session)]
  const giveUp = (seat: Seat) => transact(ctx, (work) => giveUpSeat(work, seat))

  ctx.setNow(after(refundableUntil(first), -1))
  expect(await giveUp(early)).toMatchObject({ why: 'still_refundable' })
  expect(await refund(ctx, early)).toMatchObject({ ok: true })
  expect(await giveUp(early)).toMatchObject({ why: 'refund_under_way' })

  ctx.setNow(refundableUntil(first))
  expect(await refund(ctx, late)).toMatchObject({ ok: false, why: 'too_late' })
  expect(await giveUp(late)).toEqual({ ok: true })
  expect(await giveUp(late)).toMatchObject({ why: 'seat_given_up' })
  expect(await move(ctx, late, session)).toMatchObject({ why: 'seat_given_up' })
  expect(await seatsOf(ctx, session)).toBe('to')
  expect(await findOrder(db, late.orderId)).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(ctx.queued).toContainEqual({ job: 'course-canceled', payload: { orderId: late.orderId } })
})

test('a seat of a started or canceled class cannot be canceled', async ({ db, ctx }) => {
  const session = await givenSession(db, { startsAt: first })
  const seat = await booked(ctx, session)
  const giveUp = () => transact(ctx, (work) => giveUpSeat(work, seat))
  ctx.setNow(first)
  expect(await giveUp()).toMatchObject({ why: 'class_begun' })
  await db.update(courseSessions).set({ canceledAt: first })
  expect(await giveUp()).toMatchObject({ why: 'session_canceled' })
})
