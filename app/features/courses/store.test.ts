import { eq } from 'drizzle-orm'
import { expect, describe } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { bookSeat, givenSession } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { ordersOnSale, givenPaymentContext, reservationForm } from '#test/shop.ts'
import { requestOwnRefund } from '#app/features/refunds/store/refund.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { closesAt, packSeats, refundableUntil } from './rules.ts'
import { bookingMarks, courses, courseSessions, sessionSeats } from './tables.ts'
import {
  giveUpSeat,
  rescheduleSeat,
  addSession,
  type Planned,
  cancelSession,
  listCanceledClassSeats,
  settleCanceledSeat,
} from './store/changes.server.ts'
import { findSession } from './store/sessions.server.ts'
import { payOrder, expireHolds } from '#app/features/checkout/flows.server.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { isDepositLine } from '#app/features/orders/words.ts'

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

function hold(ctx: TestContext, session: string, key: string = crypto.randomUUID()) {
  const lines = [{ kind: 'course_seat' as const, ref: { session, zone } }]
  return transact(ctx, (work) => startOrder(work, ordersOnSale, { key, lines }))
}

async function held(ctx: TestContext, session: string) {
  const started = await hold(ctx, session)
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started.orderId
}

describe('a crowd', () => {
  test('of 100 students buys exactly twelve seats', async ({ db, ctx }) => {
    const session = await givenSession(db)
    const paymentCtx = givenPaymentContext(ctx)
    const booked = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const started = await hold(ctx, session)
        if (!started.ok) return started.why
        const paid = await payOrder(paymentCtx, ordersOnSale, started.orderId, reservationForm())
        return paid.ok && paid.isPaid ? 'paid' : 'not paid'
      }),
    )
    expect(booked.filter((outcome) => outcome === 'paid')).toHaveLength(12)
    const said = ['paid', 'session_all_held', 'session_full', 'try_again']
    expect(booked.filter((outcome) => !said.includes(outcome))).toEqual([])
    expect(await seatsOf(ctx, session)).toBe('tttttttttttt')
    const owners = await db.selectDistinct({ orderId: sessionSeats.orderId }).from(sessionSeats)
    expect(owners).toHaveLength(12)
  })
})

test('a seat’s order line has its date in the shop’s zone, its balance and its refund deadline', async ({
  db,
  ctx,
}) => {
  const startsAt = new Date('2027-03-14T13:00:00Z') // clocks go forward that night
  const session = await givenSession(db, { startsAt })
  const order = await findOrder(db, await held(ctx, session))
  expect(order).toMatchObject({ totalCents: 7_500 })
  expect(order?.lines[0]).toMatchObject({
    title: 'Test Course',
    detail:
      'Sunday, March 14, 2027, 9:00 AM to 5:00 PM, PACo, Miami, Florida. Balance $75 on the day, cash or card',
    fulfillment: 'in_person',
    taxClass: null,
    refundUntil: refundableUntil(startsAt),
    ref: { session, zone, balanceCents: 7_500 },
  })
  expect(order?.lines.map((line) => isDepositLine(ordersOnSale, line))).toEqual([true])
  // Forty-eight hours before nine in summer time it was eight in winter time.
  expect(order?.lines[0]?.refundUntil).toEqual(new Date('2027-03-12T13:00:00Z'))
})

test('the purchase statement agrees with the rule of a session', async ({ db, ctx }) => {
  const why = async (session: string) => {
    const result = await hold(ctx, session)
    return result.ok ? 'held' : result.why
  }
  expect(await why(crypto.randomUUID())).toBe('session_not_found')
  const [full, waiting, closed, off] = [
    await givenSession(db),
    await givenSession(db, { seats: 1 }),
    await givenSession(db, { cutOffAt: ctx.now() }),
    await givenSession(db),
  ]
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.sessionId, full))
  await db.update(courseSessions).set({ canceledAt: ctx.now() }).where(eq(courseSessions.id, off))
  expect(await why(full)).toBe('session_full')
  expect(await why(closed)).toBe('session_closed')
  expect(await why(off)).toBe('session_canceled')
  expect(await why(waiting)).toBe('held')
  expect(await why(waiting)).toBe('session_all_held')
})

test('a buyer takes the next seat, and does not wait for one that is being taken', async ({ db, ctx }) => {
  const session = await givenSession(db, { seats: 2 })
  await db.transaction(async (tx) => {
    await tx.select().from(sessionSeats).where(eq(sessionSeats.number, 1)).for('update')
    expect(await hold(ctx, session)).toMatchObject({ ok: true })
    expect(await hold(ctx, session)).toMatchObject({ ok: false })
  })
  expect(await seatsOf(ctx, session)).toBe('oh')
})

test('an expired hold opens the seat, for the next buyer and by the job', async ({ db, ctx }) => {
  const session = await givenSession(db, { seats: 1 })
  await held(ctx, session)
  expect(await seatsOf(ctx, session)).toBe('h')
  ctx.setNow(after(ctx.now(), holdMs + graceMs))
  expect(await seatsOf(ctx, session)).toBe('o')
  await held(ctx, session)
  ctx.setNow(after(ctx.now(), holdMs + graceMs))
  await expireHolds(ctx, ordersOnSale)
  const [seat] = await db.select().from(sessionSeats)
  expect(seat).toMatchObject({ state: 'open', orderId: null })
  expect(ctx.announced).toContain('seats')
})

test('a released seat is open at once, and one key holds one seat', async ({ db, ctx }) => {
  const session = await givenSession(db, { seats: 2 })
  const key = crypto.randomUUID()
  const [one, again] = [await hold(ctx, session, key), await hold(ctx, session, key)]
  if (!one.ok || !again.ok) throw new Error('Not held')
  expect(again.orderId).toBe(one.orderId)
  expect(await seatsOf(ctx, session)).toBe('ho')
  await transact(ctx, (work) => cancelHold(work, ordersOnSale, one.orderId))
  expect(await seatsOf(ctx, session)).toBe('oo')
})

const startsAt = new Date('2026-12-05T14:00:00Z')

test('a new session has its seats, and invalid ones are refused', async ({ ctx, db }) => {
  await givenSession(db)
  const planned: Planned = {
    startsAt,
    place: 'Here',
    instructorId: undefined,
    capacity: 12,
    cutOffAt: closesAt(startsAt),
  }
  const add = (more: Partial<Planned>, course = 'test-course') =>
    transact(ctx, (work) => addSession(work, course, { ...planned, ...more }))
  const added = await add({ capacity: 8 })
  if (!added.ok) throw new Error(added.why)
  expect(await db.$count(sessionSeats, eq(sessionSeats.sessionId, added.id))).toBe(8)
  const [session] = await db.select().from(courseSessions).where(eq(courseSessions.id, added.id))
  expect(session).toMatchObject({ endsAt: after(startsAt, 8 * hour), cutOffAt: after(startsAt, -day) })
  expect(await add({}, 'nothing')).toEqual({ ok: false, why: 'course_not_found' })
  expect(await add({ startsAt: after(ctx.now(), -minute) })).toEqual({
    ok: false,
    why: 'session_in_the_past',
  })
  expect(await add({ capacity: 13 })).toEqual({ ok: false, why: 'too_many_seats' })
  expect(await add({ cutOffAt: after(startsAt, minute) })).toEqual({ ok: false, why: 'closes_too_late' })
  expect(await add({ instructorId: crypto.randomUUID() })).toMatchObject({ why: 'instructor_not_found' })
})

test('a seat of a canceled class that is settled is not looked at again, while its refund is on its way', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { startsAt })
  const { orderId } = await bookSeat(ctx, session)
  await db.update(sessionSeats).set({ state: 'taken' }).where(eq(sessionSeats.number, 12))
  await transact(ctx, (work) => cancelSession(work, session))
  const [seat, ...more] = await listCanceledClassSeats(db)
  expect([seat, more]).toEqual([{ orderId, sessionId: session, state: 'taken' }, []])
  if (seat) expect(await transact(ctx, (work) => settleCanceledSeat(work, ordersOnSale, seat))).toBe(true)
  expect(await db.$count(sessionSeats, eq(sessionSeats.orderId, orderId))).toBe(1)
  expect(await listCanceledClassSeats(db)).toEqual([])
})
