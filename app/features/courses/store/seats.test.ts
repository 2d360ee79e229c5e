import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaymentContext, ordersOnSale, reservationForm } from '#test/shop.ts'
import { payOrder, expireHolds } from '#app/features/checkout/flows.server.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { isDepositLine } from '#app/features/orders/subject.ts'
import { packSeats, refundableUntil } from '../rules.ts'
import { courseSessions, sessionSeats } from '../tables.ts'
import { findSession } from './sessions.server.ts'
import { givenSession } from '#test/courses.ts'

const zone = 'America/New_York'

function hold(ctx: TestContext, session: string, key: string = crypto.randomUUID()) {
  const lines = [{ kind: 'course_seat' as const, ref: { session, zone } }]
  return transact(ctx, (work) => startOrder(work, ordersOnSale, { key, lines }))
}

async function held(ctx: TestContext, session: string) {
  const started = await hold(ctx, session)
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started.orderId
}

async function seatsOf(ctx: TestContext, session: string) {
  const found = await findSession(ctx.db, session, ctx.now())
  return packSeats(found?.seats ?? [])
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
