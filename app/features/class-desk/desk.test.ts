import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { refundableUntil } from '#app/features/courses/rules.ts'
import { findBookedSeat } from '#app/features/courses/store/seats.server.ts'
import { rescheduleSeat, changeSession } from '#app/features/courses/store/changes.server.ts'
import { listSessions } from '#app/features/courses/store/sessions.server.ts'
import { bookingMarks, sessionSeats, courseSessions } from '#app/features/courses/tables.ts'
import { addDates, cancelDate, changeDate, sellWalkIn } from './flows.server.ts'
import { moveOf } from './records.ts'
import { findOrder, listEvents } from '#app/features/orders/store/read.server.ts'
import { refundOwnLines, reconcileRefunds } from '#app/features/refunds/flows.server.ts'
import { after, day, hour, minute, second } from '#app/kit/clock.ts'
import {
  bookSeat,
  deskOf,
  givenInstructor,
  givenSession,
  holdSeat,
  press,
  seatIn,
  sessionOf,
  startsAt,
  rosterDeskOf,
} from '#test/courses.ts'
import { shopZone } from '#test/moment.ts'
import { test, type TestContext } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { givenPaymentContext, ordersOnSale } from '#test/shop.ts'
import { expectSoundStock } from '#test/goods.ts'
import { expireHolds } from '#app/features/checkout/flows.server.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { orders } from '#app/features/orders/tables.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { dyingByHand, ProcessDied } from '#test/dying.ts'
import { sentMails } from '#app/mail/tables.ts'
import { visitor } from '#test/visitor.ts'

const date = { day: '2026-12-05', time: '09:00', place: 'PACo, Miami, Florida', capacity: 12, closes: 24 }

test('dates in several weeks are added at the same hour, all of them or none', async ({ ctx, db }) => {
  await givenSession(db)
  const dates = { ...date, key: 'a form of dates', course: 'test-course' }
  const added = await addDates(deskOf(ctx), { ...dates, day: '2027-03-06', weeks: 3 })
  if (!added.ok) throw new Error(added.why)
  const listed = (await listSessions(db, ctx.now())).slice(1)
  expect(listed.map((session) => session.startsAt.toISOString())).toEqual([
    '2027-03-06T14:00:00.000Z',
    '2027-03-13T14:00:00.000Z',
    '2027-03-20T13:00:00.000Z',
  ])
  expect(listed.map(({ startsAt: at, cutOffAt }) => at.getTime() - cutOffAt.getTime())).toEqual([
    day,
    day,
    day,
  ])
  expect((await listAuditEntries(db))[0]).toMatchObject({ verb: 'add-session', subject: 'test-course' })
  const skipped = { ...dates, day: '2027-03-07', time: '02:30', weeks: 2 }
  expect(await addDates(deskOf(ctx), skipped)).toMatchObject({ why: 'no_such_moment' })
  expect(await listSessions(db, ctx.now())).toHaveLength(4)
})

test('a seat that is being taken is not removed by a change of capacity', async ({ ctx, db }) => {
  const session = await givenSession(db, { startsAt, seats: 1, capacity: 1 })
  await changeDate(deskOf(ctx), session, { ...date, capacity: 2, revision: 1 })
  await holdSeat(ctx, session)
  const [held, changed] = await oneAfterTheOther(
    ctx,
    (work) => startOrder(work, ordersOnSale, { key: crypto.randomUUID(), lines: seatIn(session) }),
    () => changeDate(deskOf(ctx), session, { ...date, capacity: 1, revision: 2 }),
  )
  expect(held).toMatchObject({ ok: true })
  expect(changed).toMatchObject({ ok: false, why: 'seats_booked' })
  expect(await db.$count(sessionSeats, eq(sessionSeats.state, 'held'))).toBe(2)
})

test('of two who change a date at once the second is refused, and reads what the first did', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { startsAt })
  const same = { revision: 1, startsAt, place: date.place, instructorId: undefined, cutOffAt: startsAt }
  const change = (capacity: number) => (work: UnitOfWork) =>
    changeSession(work, session, { ...same, capacity, isMoveRead: false }, shopZone)
  const [first, second] = await oneAfterTheOther(ctx, change(10), () => transact(ctx, change(8)))
  expect([first.ok, second]).toEqual([true, { ok: false, why: 'changed' }])
  expect(await db.$count(sessionSeats)).toBe(10)
})

test('a moved class mails the booked, who may keep it, take another date, or get everything back', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { startsAt })
  const other = await givenSession(db, { startsAt: new Date('2027-01-09T14:00:00Z') })
  const seats = []
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    seats.push(await bookSeat(ctx, session, { email }))
  const [keeper, mover, leaver] = seats.map(({ orderId }) => ({ orderId, position: 0 }))
  if (!keeper || !mover || !leaver) throw new Error('Three seats')
  const held = await holdSeat(ctx, session)
  ctx.setNow(new Date('2026-12-04T12:00:00Z'))
  ctx.queued.length = 0
  const moved = { ...date, day: '2026-12-05', time: '13:00', revision: 1 }
  expect(await changeDate(deskOf(ctx), session, moved)).toMatchObject({ why: 'move_not_read' })
  const read = { ...moved, confirm: moveOf(moved) }
  expect(await changeDate(deskOf(ctx), session, read)).toMatchObject({ ok: true, mails: 3 })
  expect(ctx.queued.filter(({ job }) => job === 'course-moved')).toHaveLength(3)
  const newStart = new Date('2026-12-05T18:00:00Z')
  for (const { orderId } of [keeper, mover, leaver, held]) {
    const line = (await findOrder(db, orderId))?.lines[0]
    expect(line).toMatchObject({ refundUntil: newStart })
    expect(line?.detail).toContain('1:00 PM to 9:00 PM')
    expect((await listEvents(db, orderId)).at(-1)).toMatchObject({
      kind: 'rebooked',
      data: { by: deskOf(ctx).actor },
    })
  }
  const was = 'Saturday, December 5, 2026, 9 AM to 5 PM EST, PACo, Miami, Florida'
  expect((await findBookedSeat(db, keeper.orderId))?.booking).toMatchObject({
    movedFrom: was,
    movedAt: ctx.now(),
  })

  const to = { session: other, zone: shopZone }
  expect(await transact(ctx, (work) => rescheduleSeat(work, mover, to))).toEqual({ ok: true })
  expect((await listEvents(db, mover.orderId)).at(-1)).toMatchObject({ data: { by: 'buyer' } })
  const [marks] = await db.select().from(bookingMarks).where(eq(bookingMarks.orderId, mover.orderId))
  expect(marks).toMatchObject({ rescheduledAt: null, movedAt: null, movedFrom: null }) // the move of their own is left

  ctx.setNow(after(newStart, -minute))
  expect(await refundOwnLines(givenPaymentContext(ctx), ordersOnSale, leaver.orderId, [0])).toMatchObject({
    ok: true,
  })
  expect((await findOrder(db, leaver.orderId))?.refundedCents).toBe(7_500)
  await expectSoundStock(db)
})

test('a change of neither time nor place mails nobody and changes no refund clock', async ({ ctx, db }) => {
  const session = await givenSession(db, { startsAt })
  const { orderId } = await bookSeat(ctx, session)
  ctx.queued.length = 0
  const instructor = await givenInstructor(ctx)
  expect(
    await changeDate(deskOf(ctx), session, { ...date, capacity: 8, instructor, revision: 1 }),
  ).toMatchObject({
    ok: true,
    mails: 0,
  })
  expect(ctx.queued).toEqual([])
  expect((await findOrder(db, orderId))?.lines[0]?.refundUntil).toEqual(refundableUntil(startsAt))
  const [act] = await listAuditEntries(db)
  expect(act).toMatchObject({
    verb: 'change-session',
    data: { before: { capacity: 12 }, after: { capacity: 8 }, mails: 0 },
  })
})

test('seats never go below those that are booked or on hold, and come back up', async ({ ctx, db }) => {
  const session = await givenSession(db, { startsAt, seats: 4, capacity: 4 })
  await bookSeat(ctx, session)
  await holdSeat(ctx, session)
  const change = (capacity: number, revision: number) =>
    changeDate(deskOf(ctx), session, { ...date, capacity, revision })
  expect(await change(1, 1)).toMatchObject({ why: 'seats_booked' })
  expect(await change(2, 1)).toMatchObject({ ok: true })
  expect(await db.$count(sessionSeats)).toBe(2)
  expect(await change(13, 2)).toMatchObject({ why: 'too_many_seats' })
  expect(await change(12, 2)).toMatchObject({ ok: true })
  expect((await sessionOf(ctx, session)).seats).toHaveLength(12)
})

test('the second of two who change a date is refused, and so is a date that is over or canceled', async ({
  ctx,
  db,
}) => {
  const session = await givenSession(db, { startsAt })
  expect(await changeDate(deskOf(ctx), session, { ...date, capacity: 10, revision: 1 })).toMatchObject({
    ok: true,
  })
  expect(await changeDate(deskOf(ctx), session, { ...date, capacity: 6, revision: 1 })).toMatchObject({
    why: 'changed',
  })
  expect((await sessionOf(ctx, session)).seats).toHaveLength(10)
  expect(await changeDate(deskOf(ctx), session, { ...date, day: '2026-11-01', revision: 2 })).toMatchObject({
    why: 'session_in_the_past',
  })
  const { orderId } = await bookSeat(ctx, session)
  expect(await cancelDate(deskOf(ctx), session)).toMatchObject({ ok: true })
  expect(await changeDate(deskOf(ctx), session, { ...date, revision: 2 })).toMatchObject({
    why: 'session_canceled',
  })
  expect(await press(ctx, session, orderId, 'waiver')).toMatchObject({ why: 'session_canceled' })
  const past = await givenSession(db, { startsAt })
  ctx.setNow(after(startsAt, 9 * hour))
  expect(await changeDate(deskOf(ctx), past, { ...date, revision: 1 })).toMatchObject({ why: 'session_over' })
  expect(await cancelDate(deskOf(ctx), past)).toMatchObject({ why: 'session_over' })
})

test('a class that has begun keeps its time, and none closes after it begins', async ({ ctx, db }) => {
  const session = await givenSession(db, { startsAt })
  const change = (more: object) => changeDate(deskOf(ctx), session, { ...date, revision: 1, ...more })
  expect(await change({ closes: -1 })).toMatchObject({ why: 'closes_too_late' })
  ctx.setNow(after(startsAt, hour))
  expect(await change({ day: '2026-12-12' })).toMatchObject({ why: 'session_in_the_past' })
  expect(await change({ capacity: 10 })).toMatchObject({ ok: true })
})

async function interrupted(ctx: TestContext, isAfter: boolean) {
  const session = await givenSession(ctx.db, { startsAt, seats: 1 })
  ctx.setNow(after(startsAt, hour))
  const desk = rosterDeskOf(ctx)
  const walkIn = {
    key: crypto.randomUUID(),
    amount: 15_000,
    method: 'cash' as const,
    reference: '',
    name: 'Walker Student',
    email: 'walker@example.com',
    phone: null,
  }
  const sell = async (more: { key?: string } = {}, at = desk.ctx) =>
    sellWalkIn({ ...desk, ctx: at }, await sessionOf(ctx, session), { ...walkIn, ...more })
  await expect(sell({}, dyingByHand(desk.ctx, { isAfter }))).rejects.toThrow(ProcessDied)
  const passes = async (ms: number) => {
    ctx.setNow(after(ctx.now(), ms))
    await reconcilePayments(desk.ctx, ordersOnSale)
    await expireHolds(desk.ctx, ordersOnSale)
  }
  return { desk, sell, passes, isFree: () => ctx.db.$count(sessionSeats, eq(sessionSeats.state, 'open')) }
}

test.for([
  ['before anything was recorded', false],
  ['before the money was recorded', true],
] as const)(
  'a walk-in that was interrupted %s gives its seat back, and mails nobody',
  async (given, { ctx }) => {
    const { sell, passes, isFree } = await interrupted(ctx, given[1])
    await passes(40 * second)
    expect(await isFree()).toBe(0)
    expect(await sell({ key: crypto.randomUUID() })).toMatchObject({ ok: false })
    await passes(3 * minute)
    await passes(hour)
    expect(await isFree()).toBe(1)
    expect(await sell({ key: crypto.randomUUID() })).toMatchObject({ ok: true })
    await passes(hour)
    expect(
      (await ctx.db.select({ state: orders.state }).from(orders)).map(({ state }) => state).toSorted(),
    ).toEqual(['expired', 'paid'])
    expect(ctx.queued.map(({ job }) => job)).not.toContain('mail-payment-failed')
  },
)

test('a walk-in that was interrupted goes on by the same form, and is asked for no more', async ({ ctx }) => {
  const { sell, passes } = await interrupted(ctx, true)
  expect(await sell()).toMatchObject({ ok: true })
  await passes(hour)
  expect(await ctx.db.select({ state: paymentAttempts.state }).from(paymentAttempts)).toEqual([
    { state: 'captured' },
  ])
})

test('money that is recorded after its seat was given up goes back', async ({ ctx }) => {
  const { desk, sell, passes } = await interrupted(ctx, true)
  await passes(3 * minute)
  await passes(hour)
  expect(await sell({ key: crypto.randomUUID() })).toMatchObject({ ok: true })
  expect(await sell()).toMatchObject({ ok: false })
  await reconcileRefunds(desk.ctx, ordersOnSale)
  expect(await ctx.db.$count(orders, eq(orders.state, 'paid'))).toBe(1)
})

async function givenDesk(ctx: TestContext) {
  const desk = await visitor(ctx)
  await desk.signIn('manager')
  const session = await givenSession(ctx.db, { startsAt })
  return {
    desk,
    session,
    open: (path: string) => desk.open(`/staff/classes/${path}`),
    stored: async () => (await ctx.db.select().from(courseSessions).where(eq(courseSessions.id, session)))[0],
  }
}

test('a refused date names the field, and keeps the form', async ({ ctx }) => {
  const { desk, open } = await givenDesk(ctx)
  await open('new')
  desk.fill({ Course: 'test-course', Day: '2025-01-04', Begins: '09:00', Seats: '12' })
  await desk.press('Add to the schedule')
  expect(desk.status).toBe(409)
  expect(desk.field('Day')).toMatchObject({
    value: '2025-01-04',
    words: expect.stringContaining('Choose a time that has not passed.'),
  })
  expect([desk.field('Begins').value, desk.field('Seats').value]).toEqual(['09:00', '12'])
})

test('a mail that was read for one move does not go out for another', async ({ ctx, db }) => {
  const { desk, session, open, stored } = await givenDesk(ctx)
  await bookSeat(ctx, session)
  await open(`${session}/edit`)
  desk.fill({ Begins: '10:30' })
  await desk.press(/^Save/)
  expect(desk.text).toContain('This is a move')
  desk.fill({ Begins: '11:30' })
  await desk.press('Move, and mail 1')
  expect([desk.status, desk.text]).toEqual([409, expect.stringContaining('This is a move')])
  expect((await stored())?.startsAt).toEqual(startsAt)
  expect(await db.select().from(sentMails)).toEqual([])
  await desk.press('Move, and mail 1')
  expect((await stored())?.startsAt).toEqual(after(startsAt, 2.5 * hour))
})

test('a day that was mistyped cancels nothing and stays to be corrected', async ({ ctx }) => {
  const { desk, session, open, stored } = await givenDesk(ctx)
  await open(`${session}/edit`)
  const day = 'Type 2026-12-05 to cancel'
  desk.fill({ [day]: '2026-12-06' })
  await desk.press('Cancel class')
  expect([desk.status, desk.field(day)]).toEqual([
    409,
    expect.objectContaining({
      value: '2026-12-06',
      words: expect.stringContaining('That is not the day of this class.'),
    }),
  ])
  expect((await stored())?.canceledAt).toBeNull()
  desk.fill({ [day]: '2026-12-05' })
  await desk.press('Cancel class')
  expect((await stored())?.canceledAt).not.toBeNull()
})

test('a price below its deposit stays in its form, and a booked seat keeps the price of its day', async ({
  ctx,
  db,
}) => {
  const { desk, session } = await givenDesk(ctx)
  const { orderId } = await bookSeat(ctx, session)
  await desk.open('/staff/catalog/courses/test-course')
  desk.fill({ 'Price, USD': '50' })
  await desk.press(/^Save/)
  expect([desk.status, desk.field('Price, USD')]).toEqual([
    422,
    expect.objectContaining({
      value: '50',
      words: expect.stringContaining('The price is at least the deposit.'),
    }),
  ])
  desk.fill({ 'Price, USD': '180', 'Deposit, USD': '90' })
  await desk.press(/^Save/)
  expect((await sessionOf(ctx, session)).course).toMatchObject({ priceCents: 18_000, depositCents: 9_000 })
  const fresh = await bookSeat(ctx, session, { email: 'fresh@example.com' })
  expect((await findBookedSeat(db, fresh.orderId))?.balanceCents).toBe(9_000)
  expect((await findBookedSeat(db, orderId))?.balanceCents).toBe(7_500)
})

test('of two who change a course at once the second reads what the first did', async ({ ctx }) => {
  const { desk } = await givenDesk(ctx)
  const path = '/staff/catalog/courses/test-course'
  const other = desk.another()
  await other.signIn('manager', { email: 'other@example.com' })
  for (const each of [desk, other]) await each.open(path)
  other.fill({ Hours: '5' })
  await other.press(/^Save/)
  desk.fill({ Hours: '6' })
  await desk.press(/^Save/)
  expect([desk.status, desk.field('Hours').value, desk.field('Hours').words]).toEqual([
    409,
    '6',
    expect.stringContaining('Now it is: 5'),
  ])
  await desk.open(path)
  expect(desk.field('Hours').value).toBe('5')
})

test('a walk-in that is refused keeps how it was paid and that the ID was seen', async ({ ctx }) => {
  const { desk, session, open } = await givenDesk(ctx)
  await open(`${session}/walk-in`)
  desk.fill({ 'Paid by': 'check', 'Number of slip or check': 'No. 7' })
  desk.fillOne(/^I looked at a government photo ID/, true)
  await desk.pressUnchecked(/^Record \$150/)
  expect([desk.status, desk.field('Paid by').value, desk.field('Number of slip or check').value]).toEqual([
    422,
    'check',
    'No. 7',
  ])
  expect(desk.field(/^I looked at a government photo ID/).isChecked).toBe(true)
})

test('a roster links to orders only for members who may open them', async ({ ctx }) => {
  const desk = await visitor(ctx)
  const instructorId = await givenInstructor(ctx, { email: 'instructor@example.com' })
  const session = await givenSession(ctx.db, { startsAt, instructorId })
  const { orderId } = await bookSeat(ctx, session)
  for (const [role, leads] of [
    ['instructor', false],
    ['desk', true],
  ] as const) {
    const member = desk.another()
    await member.signIn(role, { email: `${role}@example.com` })
    await member.open(`/staff/classes/${session}`)
    expect([role, member.text.includes(orderId)]).toEqual([role, true])
    expect([role, member.parts('link', orderId).length > 0]).toEqual([role, leads])
  }
})
