import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { payOrder, expireHolds } from '#app/features/checkout/flows.server.ts'
import { refundOwnLines } from '#app/features/refunds/flows.server.ts'
import { graceMs } from '#app/features/orders/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { subscriptionJobs } from '#app/features/subscriptions/jobs.server.ts'
import { joinWaitlist, findSubscription } from '#app/features/subscriptions/store/links.server.ts'
import { subscriptions } from '#app/features/subscriptions/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { topicSources } from '#app/topics.server.ts'
import { bookSeat, givenSession, holdSeat } from '#test/courses.ts'
import { type TestContext, test } from '#test/db.ts'
import { oneAfterTheOther } from '#test/locks.ts'
import { ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { givenWaiter } from '#test/goods.ts'
import { answerOf, givenShop, type TestShop, visit } from '#test/visit.ts'
import { courseJobs } from './jobs.server.ts'
import { loader } from './routes/offer-link.ts'
import { packSeats } from './rules.ts'
import { findSession } from './store/sessions.server.ts'
import { courseSessions, sessionSeats, seatOffers } from './tables.ts'
import { listSeatOffers, offerSeats, waitlistTopic } from './store/offers.server.ts'

const jobs = [...courseJobs(ordersOnSale), ...subscriptionJobs(topicSources)]
const shopOn = (ctx: TestContext) => ({ ...ctx, ...givenShop(ctx) })

async function run(shop: TestShop, name: string, payload: object = {}) {
  await jobs.find((job) => job.name === name)?.run(shop, payload)
}

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

test('the desk reads whom a seat was offered to, and who still waits', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const { session, orderId } = await fullClass(shop)
  await inLine(ctx, session, 'first@example.com', 'second@example.com')
  expect(await listSeatOffers(db, session)).toEqual({ waiting: 2, offers: [] })
  await refundOwnLines(shop, ordersOnSale, orderId, [0])
  await offered(shop)
  expect(await listSeatOffers(db, session)).toMatchObject({
    waiting: 1,
    offers: [{ email: 'first@example.com', state: 'open' }],
  })
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
    draft: { buyerEmail: 'first@example.com' },
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
