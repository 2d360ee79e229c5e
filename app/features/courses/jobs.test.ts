import { and, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { payOrder, expireHolds } from '#app/features/checkout/flows.server.ts'
import { reconcilePayments } from '#app/features/payments/flows.server.ts'
import { reconcileRefunds, refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { bookSeat, givenSession, holdSeat } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm, holdLines, startLines } from '#test/shop.ts'
import { givenShop, type TestShop, answerOf, visit } from '#test/visit.ts'
import { courseJobs } from './jobs.server.ts'
import { giveUpSeat, rescheduleSeat, cancelSession, moveSeats, recordNotice } from './store/changes.server.ts'
import { sessionSeats, classNotices, courseSessions, seatOffers } from './tables.ts'
import { linkIn, visitor } from '#test/visitor.ts'
import { graceMs } from '#app/features/orders/rules.ts'
import { subscriptionJobs } from '#app/features/subscriptions/jobs.server.ts'
import { joinWaitlist, findSubscription } from '#app/features/subscriptions/store/links.server.ts'
import { subscriptions, subscribers } from '#app/features/subscriptions/tables.ts'
import { topicSources } from '#app/topics.server.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { givenWaiter } from '#test/goods.ts'
import { loader } from './routes/offer-link.ts'
import { packSeats } from './rules.ts'
import { findBookedSeat } from './store/seats.server.ts'
import { findSession } from './store/sessions.server.ts'
import { countWaiting, offerSeats, waitlistTopic } from './store/offers.server.ts'
import { orders } from '#app/features/orders/tables.ts'

const jobs = [...courseJobs(ordersOnSale), ...subscriptionJobs(topicSources)]
const startsAt = new Date('2026-12-05T14:00:00Z')
const zone = 'America/New_York'

const shopOn = (ctx: TestContext) => ({ ...ctx, ...givenShop(ctx) })

async function run(shop: TestShop, name: string, payload: object = {}) {
  await jobs.find((job) => job.name === name)?.run(shop, payload)
}

async function workOff(shop: TestShop & TestContext) {
  await run(shop, 'settle-canceled-classes')
  await run(shop, 'notify-students')
  await shop.handOn()
  for (let next = shop.queued.shift(); next; next = shop.queued.shift())
    await run(shop, next.job, next.payload)
  return shop.sent.splice(0)
}

function eventIn(mail: { attachments?: readonly { content: string }[] } | undefined) {
  const calendar = new ICAL.Component(ICAL.parse(mail?.attachments?.[0]?.content ?? '') as unknown[])
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return { event, method: calendar.getFirstPropertyValue('method') }
}

test('a booked seat is confirmed once, with the calendar file and links', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { orderId, token } = await bookSeat(ctx, await givenSession(db, { startsAt }))
  const [mail, ...more] = await workOff(shop)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: 'buyer@example.com',
    subject: 'Booked: Test Course, Saturday, December 5, 2026, 9 AM to 5 PM EST',
  })
  expect(mail?.text).toContain('$75 deposit paid. $75 is due on the day, by cash or card.')
  expect(mail?.text).toContain('The deposit is refundable until Thursday, December 3, 9 AM EST.')
  expect(mail?.text).toContain('https://calendar.google.com/calendar/render?')
  expect(mail?.text).toContain('https://outlook.live.com/calendar/0/deeplink/compose?')
  expect(mail?.text).toContain(`http://shop.test/orders/${orderId}/seat/open?key=`)
  const { event, method } = eventIn(mail)
  expect(method).toBe('PUBLISH')
  expect(event.startDate.toString()).toBe('2026-12-05T09:00:00')
  expect(event.uid).toBe(`seat-${orderId}@shop.test`)
  expect(mail?.attachments?.[0]?.content).not.toMatch(new RegExp(`key=|${token}`))
  await run(shop, 'course-booked', { orderId })
  expect(await workOff(shop)).toEqual([])
})

test('reminders are sent a week and a day before, once each', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await bookSeat(ctx, await givenSession(db, { startsAt }))
  await workOff(shop)
  const subjectsAt = async (moment: Date) => {
    ctx.setNow(moment)
    return (await workOff(shop)).map(({ subject }) => subject)
  }
  const when = 'Test Course, Saturday, December 5, 2026, 9 AM to 5 PM EST'
  expect(await subjectsAt(after(startsAt, -7 * day - minute))).toEqual([])
  expect(await subjectsAt(after(startsAt, -7 * day))).toEqual([`In a week: ${when}`])
  expect(await subjectsAt(after(startsAt, -7 * day + hour))).toEqual([])
  expect(await subjectsAt(after(startsAt, -day))).toEqual([`Tomorrow: ${when}`])
  expect(await subjectsAt(after(startsAt, -day + hour))).toEqual([])
})

test('a reminder queued before a crash is sent once', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  await bookSeat(ctx, await givenSession(db, { startsAt }))
  await workOff(shop)
  ctx.setNow(after(startsAt, -7 * day))
  await Promise.all([run(shop, 'notify-students'), run(shop, 'notify-students')])
  expect(shop.queued.filter(({ job }) => job === 'mail-class-reminder')).toHaveLength(1)
  const [queued] = shop.queued.splice(0)
  shop.mailer.send = async () => {
    throw new Error('no line')
  }
  await expect(run(shop, 'mail-class-reminder', queued?.payload)).rejects.toThrow('no line')
  ctx.setNow(after(ctx.now(), hour))
  shop.mailer.send = async (mail) => void shop.sent.push(mail)
  await run(shop, 'mail-class-reminder', queued?.payload)
  await run(shop, 'mail-class-reminder', queued?.payload)
  expect(shop.sent).toHaveLength(1)
})

test('a booking within the week gets no weekly reminder', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(db, { startsAt })
  ctx.setNow(after(startsAt, -6 * day))
  await bookSeat(ctx, session)
  expect((await workOff(shop)).map(({ subject }) => subject)).toEqual([
    'Booked: Test Course, Saturday, December 5, 2026, 9 AM to 5 PM EST',
  ])
})

test('a moved seat gets a replacing calendar file and reminders of the new date only', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  const later = new Date('2026-12-12T14:00:00Z')
  const { orderId } = await bookSeat(ctx, await givenSession(db, { startsAt }))
  const to = await givenSession(db, { startsAt: later })
  const [first] = await workOff(shop)
  ctx.setNow(after(ctx.now(), minute))
  const moved = await transact(ctx, (work) =>
    rescheduleSeat(work, { orderId, position: 0 }, { session: to, zone }),
  )
  expect(moved).toEqual({ ok: true })
  const [mail, ...more] = await workOff(shop)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('New date: Test Course, Saturday, December 12, 2026, 9 AM to 5 PM EST')
  const [was, is] = [eventIn(first).event, eventIn(mail).event]
  expect(is.uid).toBe(was.uid)
  expect(is.sequence).toBeGreaterThan(was.sequence)
  expect(is.startDate.toString()).toBe('2026-12-12T09:00:00')
  ctx.setNow(after(startsAt, -day))
  expect(await workOff(shop)).toHaveLength(0)
  ctx.setNow(after(later, -day))
  expect((await workOff(shop)).map(({ subject }) => subject)).toEqual([
    'Tomorrow: Test Course, Saturday, December 12, 2026, 9 AM to 5 PM EST',
  ])
})

test('a refunded seat is removed from the calendar and gets no reminders', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { orderId } = await bookSeat(ctx, await givenSession(db, { startsAt }))
  await workOff(shop)
  expect(await refundOwnLines(shop, ordersOnSale, orderId, [0])).toMatchObject({ ok: true })
  const [mail, ...more] = await workOff(shop)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Canceled: Test Course')
  expect(mail?.text).toContain('$75 is refunded to the card you paid with.')
  expect(eventIn(mail).method).toBe('CANCEL')
  ctx.setNow(after(startsAt, -7 * day))
  expect(await workOff(shop)).toEqual([])
})

test('canceling a seat too late says that the deposit is forfeited', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { orderId } = await bookSeat(ctx, await givenSession(db, { startsAt }))
  await workOff(shop)
  ctx.setNow(after(startsAt, -47 * hour))
  const given = await transact(ctx, (work) => giveUpSeat(work, { orderId, position: 0 }))
  expect(given).toEqual({ ok: true })
  const mails = await workOff(shop)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('so the deposit is forfeited.')
})

test('a canceled class refunds and emails everybody, also after crashes', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(db, { startsAt })
  const people = ['one@example.com', 'two@example.com', 'three@example.com']
  for (const email of people) await bookSeat(ctx, session, { email })
  await workOff(shop)
  ctx.setNow(after(startsAt, -2 * hour)) // long after the time for refunds
  for (const moment of [ctx.now(), after(ctx.now(), minute)]) {
    ctx.setNow(moment)
    expect(await transact(ctx, (work) => cancelSession(work, session))).toMatchObject({ ok: true })
  }

  const mails = await workOff(shop)
  expect(mails.map(({ to }) => to).toSorted()).toEqual(people.toSorted())
  for (const mail of mails) {
    expect(mail.text).toContain('we had to cancel this class')
    expect(mail.text).toContain('Your deposit is refunded in full')
    expect(eventIn(mail).method).toBe('CANCEL')
  }
  ctx.setNow(after(ctx.now(), minute))
  while ((await reconcileRefunds(shop, ordersOnSale)) > 0);
  const seats = await db.select({ state: sessionSeats.state }).from(sessionSeats)
  expect(new Set(seats.map(({ state }) => state))).toEqual(new Set(['open']))
  expect(await workOff(shop)).toEqual([])
})

test('a canceled class cancels holds, and settles a seat after its payment ends', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(db, { startsAt })
  const [held, paying] = [await holdSeat(ctx, session), await holdSeat(ctx, session)]
  const card = { paymentToken: 'sandbox_silent_after' }
  await payOrder(shop, ordersOnSale, paying.orderId, reservationForm(card))
  await transact(ctx, (work) => cancelSession(work, session))
  await workOff(shop)
  const stateOf = async (orderId: string) => (await findOrder(db, orderId))?.state
  expect(await stateOf(held.orderId)).toBe('canceled')
  expect(await stateOf(paying.orderId)).toBe('unknown')

  ctx.setNow(after(ctx.now(), 5 * minute))
  await reconcilePayments(shop, ordersOnSale)
  expect(await stateOf(paying.orderId)).toBe('paid')
  await workOff(shop)
  ctx.setNow(after(ctx.now(), minute))
  while ((await reconcileRefunds(shop, ordersOnSale)) > 0);
  await workOff(shop)
  expect(await db.$count(sessionSeats, eq(sessionSeats.state, 'open'))).toBe(12)
})

test('a canceled class leaves what else was held with its seat, at the price of the rest', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  const session = await givenSession(db, { startsAt })
  await givenDrop(db)
  const { orderId } = await holdLines(ctx, [
    { kind: 'course_seat', ref: { session, zone: 'America/New_York' } },
    { kind: 'drop_unit', ref: { slug: 'test-drop', number: 2 } },
  ])
  await transact(ctx, (work) => cancelSession(work, session))
  await workOff(shop)
  expect(await db.$count(sessionSeats, eq(sessionSeats.state, 'open'))).toBe(12)
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'held', totalCents: 10_000 })
  const stale = reservationForm({ total: 17_500 })
  expect(await payOrder(shop, ordersOnSale, orderId, stale)).toEqual({ ok: false, why: 'total_changed' })
  expect(await payOrder(shop, ordersOnSale, orderId, reservationForm())).toMatchObject({ isPaid: true })
  expect((await findOrder(db, orderId))?.lines.map(({ kind }) => kind)).toEqual(['drop_unit'])
})

test('a seat that its student returns is offered to the next in the waitlist, who books it', async ({
  ctx,
}) => {
  const session = await givenSession(ctx.db, { seats: 1 })
  await bookSeat(ctx, session, { email: 'holder@example.com' })
  const waiting = await visitor(ctx)
  await waiting.open(`/ccw-training`)
  await waiting.follow(/^Join Waitlist/)
  expect(waiting.path).toBe(`/subscriptions?topic=course%3A${session}`)
  waiting.fill({ Name: 'Sam Waiting', Email: 'waiting@example.com' })
  await waiting.press('Join the Waitlist')
  await waiting.open(linkIn(await waiting.mail('waiting@example.com', /^Confirm/), /\/confirm\?key=/))
  await waiting.press('Confirm')
  expect(waiting.heading).toBe('You’re on the list')

  const holder = waiting.another()
  await holder.open(linkIn(await holder.mail('holder@example.com', /^Booked: /), /\/seat\/open\?key=/))
  expect(holder.path).toMatch(/^\/orders\/[0-9A-Z]+\/seat$/)
  await holder.follow(/^Cancel and Refund/)
  await holder.press(/^Refund \$/)
  holder.wait(minute)
  for (const job of ['reconcile-refunds', 'offer-seats', 'notify-students']) await holder.run(job)
  const canceled = await holder.mail('holder@example.com', /^Canceled: /)
  expect(canceled.attachments?.[0]?.type).toContain('method=CANCEL')

  await waiting.open(linkIn(await waiting.mail('waiting@example.com', /^A seat for you: /), /\/offers\//))
  expect(waiting.path).toMatch(/^\/checkout\/[0-9A-Z]+$/)
  expect(waiting.field('Email').value).toBe('waiting@example.com')
  waiting.fill({ 'Full name': 'Sam Waiting' })
  waiting.fillOne(/I am \d+ or older/, true)
  waiting.fillOne(/^Test card: approved(?!,)/, true)
  await waiting.press(/^Pay (the )?\$75/)
  expect(waiting.path).toMatch(/^\/orders\/[0-9A-Z]+$/)
  await waiting.mail('waiting@example.com', /^Booked: /)
})

async function givenClasses({ db }: TestContext) {
  return {
    session: await givenSession(db, { startsAt }),
    other: await givenSession(db, { startsAt: after(startsAt, 30 * day) }),
  }
}

const move = (ctx: TestContext, id: string) =>
  transact(ctx, (work) =>
    moveSeats(
      work,
      { id, startsAt, endsAt: after(startsAt, 8 * hour), place: '' },
      after(startsAt, day),
      zone,
    ),
  )

test('a canceled class refunds its own students and nobody of another class', async ({ ctx, db }) => {
  const shop = { ...ctx, ...givenShop(ctx) }
  const { session, other } = await givenClasses(ctx)
  const own = await bookSeat(ctx, session)
  const others = [await bookSeat(ctx, other), await holdSeat(ctx, other)]
  const shown = () => Promise.all(others.map(({ orderId }) => findOrder(db, orderId)))
  const before = await shown()
  await transact(ctx, (work) => cancelSession(work, session))
  await courseJobs(ordersOnSale)
    .find(({ name }) => name === 'settle-canceled-classes')
    ?.run(shop, {})
  ctx.setNow(after(ctx.now(), minute))
  while ((await reconcileRefunds(shop, ordersOnSale)) > 0);
  expect(await findOrder(db, own.orderId)).toMatchObject({ state: 'refunded' })
  expect(await shown()).toEqual(before)
})

test('a class that is moved is told to its own students alone, who are reminded again', async ({
  ctx,
  db,
}) => {
  const { session, other } = await givenClasses(ctx)
  const [own, student] = [await bookSeat(ctx, session), await bookSeat(ctx, other)]
  for (const kind of ['booked', 'week'] as const)
    await transact(ctx, async (work) => {
      await recordNotice(work, own.orderId, session, kind)
      await recordNotice(work, student.orderId, other, kind)
    })
  expect(await move(ctx, session)).toBe(1)
  const movedOf = async (orderId: string) => (await findBookedSeat(db, orderId))?.booking.movedAt
  expect(await movedOf(own.orderId)).toEqual(ctx.now())
  expect(await movedOf(student.orderId)).toBeNull()
  const noticesOf = (id: string) =>
    db.select({ kind: classNotices.kind }).from(classNotices).where(eq(classNotices.sessionId, id))
  expect(await noticesOf(session)).toEqual([{ kind: 'booked' }])
  expect(await noticesOf(other)).toHaveLength(2)
})

async function offered(shop: TestShop & TestContext) {
  await expireHolds(shop, ordersOnSale)
  await run(shop, 'offer-seats')
  for (let next = shop.queued.shift(); next; next = shop.queued.shift())
    await run(shop, next.job, next.payload)
  return shop.sent
    .splice(0)
    .filter(({ subject }) => subject.startsWith('A seat for you'))
    .map(({ to, text }) => ({ to, link: /http:\S+offers\S+/.exec(text)?.[0] ?? '', text }))
}

async function inLine({ db, now }: TestContext, session: string, ...emails: string[]) {
  for (const email of emails) await givenWaiter(db, waitlistTopic(session), email, now())
}

async function fullClass(shop: TestShop & TestContext) {
  const session = await givenSession(shop.db, { seats: 1 })
  const { orderId } = await bookSeat(shop, session)
  return { session, orderId }
}

const seatsOf = async ({ db, now }: TestContext, session: string) =>
  packSeats((await findSession(db, session, now()))?.seats ?? [])

test('a seat that opens is held for the next person on the waitlist for a day', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  expect(await offered(shop)).toEqual([])
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  expect(await seatsOf(ctx, session)).toBe('h')
  await expect(holdSeat(ctx, session)).rejects.toThrow('session_all_held')
  await holdSeat(ctx, await givenSession(ctx.db))

  const [mail, ...more] = await offered(shop)
  expect(more).toEqual([])
  expect(mail?.to).toBe('first@example.com')
  expect(mail?.text).toContain('We’re holding it for you until Saturday, November 21, 7 AM EST.')
  expect(await offered(shop)).toEqual([])
  ctx.setNow(after(ctx.now(), day - minute))
  expect(await offered(shop)).toEqual([])
  await expect(holdSeat(ctx, session)).rejects.toThrow('session_all_held')
  ctx.setNow(after(ctx.now(), minute + graceMs))
  expect((await offered(shop)).map(({ to }) => to)).toEqual(['second@example.com'])
})

test('a stranger is refused from the moment a place in line is confirmed, and served from the moment nobody waits', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com')
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  await expect(holdSeat(ctx, session)).rejects.toThrow('session_all_held')
  await db.update(subscriptions).set({ unsubscribedAt: ctx.now(), name: null })
  expect(await seatsOf(ctx, session)).toBe('o')
  await inLine(ctx, session, 'second@example.com')
  await expect(holdSeat(ctx, session)).rejects.toThrow('session_all_held')
  expect((await offered(shop)).map(({ to }) => to)).toEqual(['second@example.com'])
})

test('who let an offer pass is no longer in line, and the next one moves up', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  const line = async () => {
    const found = await db.select().from(subscriptions).orderBy(subscriptions.position)
    const own = await Promise.all(found.map(({ id }) => findSubscription(db, id)))
    return own.map((each) => each?.position)
  }
  await offered(shop)
  expect(await line()).toEqual([1, 2])
  ctx.setNow(after(ctx.now(), day + graceMs))
  await offered(shop)
  expect(await line()).toEqual([null, 1])
})

test('the desk reads how many still wait for an offer', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  expect(await countWaiting(db, session)).toBe(2)
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  await offered(shop)
  expect(await countWaiting(db, session)).toBe(1)
})

test('an offer’s link opens a normal checkout', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com')
  await offered(shop)
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  const [mail] = await offered(shop)
  const link = new URL(mail?.link ?? '')
  const offer = link.pathname.split('/').at(-1) ?? ''
  shop.refusing.add('privateLinkMiss') // others on the same network have guessed too often
  const opened = await loader(visit(shop, { path: link.pathname + link.search, params: { order: offer } }))
  expect(opened.status).toBe(303)
  expect(opened.headers.get('Location')).toBe(`/checkout/${offer}`)
  expect(opened.headers.get('Set-Cookie')).toContain(`paco-order-${offer}=`)
  expect(await findOrder(db, offer)).toMatchObject({
    buyerEmail: 'first@example.com',
    state: 'held',
  })
  ctx.setNow(after(ctx.now(), 20 * hour))
  const paid = await payOrder(shop, ordersOnSale, offer, reservationForm({ email: 'first@example.com' }))
  expect(paid).toMatchObject({ ok: true, isPaid: true })
  expect(await seatsOf(ctx, session)).toBe('t')
  expect(await db.$count(sessionSeats, and(eq(sessionSeats.orderId, offer)))).toBe(1)
})

test('a wrong key opens nothing and counts as a guess', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const { orderId } = await fullClass(shop)
  const filter = visit(shop, {
    path: `/ccw-training/offers/${orderId}?key=wrong`,
    params: { order: orderId },
  })
  expect(await answerOf(() => loader(filter))).toMatchObject({ status: 404 })
  expect(shop.counted).toEqual(['privateLinkMiss 192.0.2.1'])
})

test('after offers to everybody waiting, the seat is on sale again', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'only@example.com')
  await offered(shop)
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  expect(await offered(shop)).toHaveLength(1)
  ctx.setNow(after(ctx.now(), day + graceMs))
  expect(await offered(shop)).toEqual([])
  expect(await seatsOf(ctx, session)).toBe('o')
  await holdSeat(ctx, session)
})

test('an offer counts only while it is being made', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(db, { seats: 2 })
  const booked = [await bookSeat(shop, session), await bookSeat(shop, session)]
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  await refundOwnLines(shop, ordersOnSale, booked[0]?.orderId ?? '', [0])
  await offered(shop)
  await refundOwnLines(shop, ordersOnSale, booked[1]?.orderId ?? '', [0])
  const [offer] = await db.select().from(seatOffers)
  const ref = { session, zone: 'America/New_York', offer: offer?.id }
  const again = await startLines(ctx, [{ kind: 'course_seat', ref }])
  expect(again).toMatchObject({ ok: false })
  expect(await offered(shop)).toMatchObject([{ to: 'second@example.com' }])
})

test('an offer that is being made opens no seat of another class', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com')
  await offered(shop)
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  const other = await givenSession(db)
  const [waiting] = await db.select().from(subscriptions)
  const [offer] = await db
    .insert(seatOffers)
    .values({
      id: crypto.randomUUID(),
      sessionId: other,
      subscriptionId: waiting?.id ?? '',
      position: 1,
      offeredAt: ctx.now(),
      endsAt: after(ctx.now(), day),
    })
    .returning()
  const start = (of: string) => {
    const ref = { session: of, zone: 'America/New_York', offer: offer?.id }
    const lines = [{ kind: 'course_seat' as const, ref }]
    return startLines(ctx, lines)
  }
  expect(await start(session)).toMatchObject({ ok: false, why: 'session_all_held' })
  expect(await start(other)).toMatchObject({ ok: true })
})

test('a canceled class offers no seat', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com')
  await db.update(courseSessions).set({ canceledAt: ctx.now() })
  expect(await offered(shop)).toEqual([])
})

test('an offer ends when the roster closes, and none is made in its last hour', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  await offered(shop)
  const cutOffAt = (await findSession(db, session, ctx.now()))?.cutOffAt ?? ctx.now()
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  ctx.setNow(after(cutOffAt, -5 * hour))
  const [mail] = await offered(shop)
  const offer = new URL(mail?.link ?? '').pathname.split('/').at(-1) ?? ''
  expect((await findOrder(db, offer))?.expiresAt).toEqual(cutOffAt)
  ctx.setNow(after(cutOffAt, -59 * minute))
  await db.update(sessionSeats).set({ state: 'open', orderId: null, heldUntil: null })
  expect(await offered(shop)).toEqual([])
  await holdSeat(ctx, session)
})

test('a process that offers seats waits for another one, and goes on where it ended', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(ctx.db, { seats: 2 })
  await inLine(ctx, session, 'first@example.com', 'second@example.com', 'third@example.com')
  const offer = (work: UnitOfWork) => offerSeats(work, ordersOnSale, session, shop.timeZone)
  expect(await oneAfterTheOther(ctx, offer, () => transact(ctx, offer))).toEqual([2, 0])
  expect(await seatsOf(ctx, session)).toBe('hh')
})

test('whoever finds the last seat being taken stays the next in line', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(db, { seats: 1 })
  await inLine(ctx, session, 'first@example.com')
  await db.transaction(async (tx) => {
    await tx.select().from(sessionSeats).for('update')
    expect(await offered(shop)).toEqual([])
  })
  expect(await db.$count(seatOffers)).toBe(0)
  expect(await offered(shop)).toMatchObject([{ to: 'first@example.com' }])
})

test('nothing is held for who has left before the mail', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com')
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  await run(shop, 'offer-seats')
  await db.update(subscriptions).set({ unsubscribedAt: ctx.now(), name: null })
  expect(await offered(shop)).toEqual([])
  expect(await seatsOf(ctx, session)).toBe('o')
})

test('a person who has booked in the meantime gets no offer', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const session = await givenSession(shop.db, { seats: 2 })
  await bookSeat(ctx, session, { email: 'first@example.com' })
  const { orderId } = await bookSeat(ctx, session, { email: 'leaves@example.com' })
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  await offered(shop)
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  expect((await offered(shop)).map(({ to }) => to)).toEqual(['second@example.com'])
})

test('a class with open seats has no waitlist: joining sends no email', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const join = async (session: string) => {
    const form = {
      topic: waitlistTopic(session),
      email: 'one@example.com',
      name: 'One',
      consent: '2026-11.2' as const,
    }
    await transact(shop, (work) => joinWaitlist(work, form))
    for (let next = shop.queued.shift(); next; next = shop.queued.shift())
      await run(shop, next.job, next.payload)
    return shop.sent.splice(0).map(({ subject }) => subject)
  }
  expect(await join(await givenSession(db))).toEqual([])
  const { session } = await fullClass(shop)
  expect(await join(session)).toContain('Confirm your address: Test Course, Saturday, December 5')
})

async function runFailingOnce(ctx: TestContext, name: string) {
  let calls = 0
  const announce = () => {
    if (++calls === 1) throw new Error('Nobody listens')
  }
  const job = courseJobs(ordersOnSale).find((each) => each.name === name)
  await job?.run({ ...ctx, ...givenShop(ctx), announce }, {})
}

test('a class whose offer fails does not block other classes', async ({ db, ctx }) => {
  for (const number of [1, 2]) {
    const session = await givenSession(db, { seats: 1, slug: `course-${number}` })
    const email = `reader${number}@example.com`
    const [person] = await db.insert(subscribers).values({ email, createdAt: ctx.now() }).returning()
    const at = ctx.now()
    await db.insert(subscriptions).values({
      subscriberId: person?.id ?? '',
      topic: waitlistTopic(session),
      joinedAt: at,
      requestedAt: at,
      confirmedAt: at,
      consentVersion: '2026-11',
      consentWords: 'A mail.',
    })
  }
  await runFailingOnce(ctx, 'offer-seats')
  expect(ctx.queued.filter(({ job }) => job === 'mail-seat-offer')).toHaveLength(2)
})

test('a failing order of a canceled class does not block the others', async ({ db, ctx }) => {
  const session = await givenSession(db, { seats: 2 })
  for (let at = 0; at < 2; at++) await holdSeat(ctx, session)
  await transact(ctx, (work) => cancelSession(work, session))
  await runFailingOnce(ctx, 'settle-canceled-classes')
  expect(await db.$count(orders, eq(orders.state, 'canceled'))).toBe(2)
})
