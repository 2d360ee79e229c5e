import { and, eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { expireHolds, payOrder } from '#app/features/checkout/flows.server.ts'
import { refundOrder } from '#app/features/refunds/flows.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { subscriptions } from '#app/features/subscriptions/tables.ts'
import { after, day, hour, minute } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale, reservationForm, startLines } from '#test/shop.ts'
import { givenWaiter } from '#test/goods.ts'
import { answerOf, givenShop, heldOrder, type TestShop, visit } from '#test/visit.ts'
import { dropJobs } from './jobs.server.ts'
import { loader } from './routes/offer.tsx'
import { packUnits } from './rules.ts'
import { findDrop } from './store/drops.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { listWaitlistDrops, offerUnits } from './store/waiting.server.ts'
import { drops, dropUnits, dropVariants, dropWaitlists, unitOffers } from './tables.ts'

const jobs = dropJobs(ordersOnSale)
const shopOn = (ctx: TestContext) => ({ ...ctx, ...givenShop(ctx) })

async function run(shop: TestShop, name: string, payload: object = {}) {
  await jobs.find((job) => job.name === name)?.run(shop, payload)
}

const pass = (ctx: TestContext, ms: number) => ctx.setNow(after(ctx.now(), ms))
const address = (number: number) => `reader${number}@example.com`

async function waitlist({ db, now }: TestContext, count: number, from = 1) {
  for (let number = from; number < from + count; number++)
    await givenWaiter(db, 'returned-units:test-drop', address(number), now())
}

async function soldOut(shop: TestShop & TestContext, totalUnits = 3) {
  await givenDrop(shop.db, { totalUnits, theme: 'guerrilla' })
  const orders: string[] = []
  for (let number = 1; number <= totalUnits; number++) {
    const { orderId } = await heldOrder(shop, number)
    await payOrder(shop, ordersOnSale, orderId, reservationForm())
    orders[number] = orderId
  }
  return orders
}

async function offered(shop: TestShop & TestContext) {
  await expireHolds(shop, ordersOnSale)
  await run(shop, 'offer-returned-units')
  for (const { job, payload } of shop.queued.splice(0)) await run(shop, job, payload)
  return shop.sent
    .splice(0)
    .filter(({ subject }) => subject.includes('is held for you'))
    .map((mail) => ({ ...mail, orderId: /offers\/(\w+)\?key=/.exec(mail.text)?.[1] ?? '' }))
}

const giveBack = (shop: TestShop, orderId: string | undefined) =>
  refundOrder(shop, ordersOnSale, orderId ?? '')
const units = async ({ db, now }: TestContext) =>
  packUnits((await findDrop(db, 'test-drop', now()))?.units ?? [])
const hold = (ctx: TestContext, number: number | null) =>
  startLines(ctx, [{ kind: 'drop_unit', ref: { slug: 'test-drop', number } }])

test('a returned number is held for a day for the next person on the waitlist', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await waitlist(ctx, 2)
  expect(await offered(shop)).toEqual([])
  await giveBack(shop, orders[2])
  expect(await units(ctx)).toBe('tht')
  for (const number of [2, null])
    expect(await hold(ctx, number)).toMatchObject({
      ok: false,
      why: expect.stringMatching(/none_open|unit_taken/),
    })

  const [mail, ...more] = await offered(shop)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: address(1), subject: 'Number 2 is held for you: Test Drop' })
  expect(mail?.text).toContain('It is held for you until Nov 21, 2026, 7:00 AM EST.')
  expect(mail?.html).toContain('2/3')
  expect(mail?.headers?.['List-Unsubscribe']).toContain('http://shop.test/')
  expect(await offered(shop)).toEqual([])

  pass(ctx, day - minute)
  expect(await offered(shop)).toEqual([])
  expect(await hold(ctx, 2)).toMatchObject({ ok: false })
  pass(ctx, 2 * minute)
  expect((await offered(shop)).map(({ to }) => to)).toEqual([address(2)])
  const line = await ctx.db.select().from(subscriptions).orderBy(subscriptions.position)
  expect(line.map(({ unsubscribedAt }) => unsubscribedAt === null)).toEqual([false, true])
})

test('a stranger is refused the last number of a sold-out drop from the moment it comes back', async ({
  ctx,
  db,
}) => {
  const shop = shopOn(ctx)
  await givenDrop(db, { totalUnits: 1 })
  const { orderId } = await heldOrder(shop, 1)
  await payOrder(shop, ordersOnSale, orderId, reservationForm())
  await waitlist(ctx, 1)
  await giveBack(shop, orderId)
  expect(await hold(ctx, 1)).toMatchObject({ ok: false })
  await db.update(subscriptions).set({ unsubscribedAt: ctx.now(), name: null })
  expect(await units(ctx)).toBe('o')
  await waitlist(ctx, 1, 2)
  expect(await hold(ctx, 1)).toMatchObject({ ok: false })
  expect((await offered(shop)).map(({ to }) => to)).toEqual([address(2)])
})

test('the link opens the checkout of that number, which is paid like any other', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await waitlist(ctx, 1)
  await giveBack(shop, orders[3])
  const [mail] = await offered(shop)
  const link = new URL(/http:\S+offers\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const orderId = mail?.orderId ?? ''
  const opened = await loader(visit(shop, { path: link.pathname + link.search, params: { order: orderId } }))
  if (!(opened instanceof Response)) throw new Error('Not redirected')
  expect(opened.headers.get('Location')).toBe(`/checkout/${orderId}`)
  expect(opened.headers.get('Set-Cookie')).toContain(`paco-order-${orderId}=`)
  pass(ctx, 20 * hour)
  const form = reservationForm({ email: address(1) })
  expect(await payOrder(shop, ordersOnSale, orderId, form)).toMatchObject({ ok: true, isPaid: true })
  expect(await findOrder(db, orderId)).toMatchObject({ state: 'paid', lines: [{ plate: { unitNumber: 3 } }] })
  expect(await units(ctx)).toBe('ttt')
  const args = visit(shop, { path: `/drops/offers/${orderId}?key=wrong`, params: { order: orderId } })
  expect(await answerOf(() => loader(args))).toMatchObject({ status: 404 })
})

test.for([
  ['one variant', ['Field'], 'Field'],
  ['several', ['Field', 'Night'], undefined],
] as const)(
  'a number of a drop with %s is offered, and its price is fixed where there is no choice',
  async ([, names, name], { ctx, db }) => {
    const shop = shopOn(ctx)
    const orders = await soldOut(shop)
    const [drop] = await db.select({ dropId: drops.id }).from(drops)
    await db.insert(dropVariants).values(names.map((each) => ({ dropId: drop?.dropId ?? '', name: each })))
    await waitlist(ctx, 1)
    await giveBack(shop, orders[2])
    const [mail] = await offered(shop)
    expect(mail).toMatchObject({ to: address(1), subject: 'Number 2 is held for you: Test Drop' })
    const order = await findOrder(db, mail?.orderId ?? '')
    expect(order?.lines.map(({ variant }) => variant?.name)).toEqual([name])
  },
)

test('with an empty waitlist the number is open to everyone', async ({ ctx }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await waitlist(ctx, 1)
  await giveBack(shop, orders[1])
  expect(await offered(shop)).toHaveLength(1)
  pass(ctx, day + minute)
  ctx.announced.splice(0)
  expect(await units(ctx)).toBe('ott')
  expect(await offered(shop)).toEqual([])
  expect(ctx.announced).toContain('drop:test-drop')
  expect(await units(ctx)).toBe('ott')
  expect(await hold(ctx, 1)).toMatchObject({ ok: true })
})

test('open numbers of a drop that never sold out are open to everyone', async ({ ctx }) => {
  const shop = shopOn(ctx)
  await givenDrop(ctx.db)
  await waitlist(ctx, 2)
  expect(await offered(shop)).toEqual([])
  expect(await transact(ctx, (work) => offerUnits(work, ordersOnSale, 'test-drop'))).toBe(0)
  expect(await units(ctx)).toBe('ooo')
  const held = await Promise.all([1, 2, 3].map((number) => hold(ctx, number)))
  // All of them held is not sold out.
  for (const { orderId } of held.flatMap((each) => (each.ok ? [each] : [])))
    await transact(ctx, (work) => cancelHold(work, ordersOnSale, orderId))
  expect(await units(ctx)).toBe('ooo')
})

test('each returned number is offered once, and each person once', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop, 8)
  await waitlist(ctx, 9)
  const strangers: Promise<{ ok: boolean }>[] = []
  await Promise.all([
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => giveBack(shop, orders[number])),
    ...Array.from({ length: 6 }, () => run(shop, 'offer-returned-units')),
    ...Array.from({ length: 10 }, (_, index) => {
      const pressed = hold(ctx, index === 0 ? null : index)
      strangers.push(pressed)
      return pressed
    }),
  ])
  await Promise.all(Array.from({ length: 6 }, () => run(shop, 'offer-returned-units')))
  expect((await Promise.all(strangers)).filter(({ ok }) => ok)).toEqual([])
  const offers = await db.select().from(unitOffers)
  expect(offers).toHaveLength(7)
  expect(new Set(offers.map(({ orderId }) => orderId)).size).toBe(7)
  expect(new Set(offers.map(({ position }) => position)).size).toBe(7)
  const held = await db.select().from(dropUnits).where(eq(dropUnits.state, 'held'))
  expect(new Set(held.map(({ orderId }) => orderId))).toEqual(new Set(offers.map(({ orderId }) => orderId)))
  const mailed = await offered(shop)
  expect(mailed.map(({ to }) => to).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].map(address))
  expect(await units(ctx)).toBe('hhhhhhht')
  pass(ctx, day + minute)
  expect((await offered(shop)).map(({ to }) => to).toSorted()).toEqual([8, 9].map(address))
  await offered(shop)
  expect((await units(ctx)).replaceAll(/[^o]/g, '')).toBe('ooooo')
})

test('no number is offered while the drop is paused, nor in its last hour', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await waitlist(ctx, 2)
  await giveBack(shop, orders[1])
  await db.update(drops).set({ pausedAt: ctx.now() })
  expect(await offered(shop)).toEqual([])
  expect(await units(ctx)).toBe('htt')
  await db.update(drops).set({ pausedAt: null, endDate: after(ctx.now(), 59 * minute) })
  expect(await offered(shop)).toEqual([])
  expect(await units(ctx)).toBe('ott')
  await db.update(drops).set({ endDate: after(ctx.now(), 5 * hour) })
  const [mail] = await offered(shop)
  expect((await findOrder(db, mail?.orderId ?? ''))?.expiresAt).toEqual(after(ctx.now(), 5 * hour))
  await giveBack(shop, orders[2])
  await db.update(drops).set({ endDate: after(ctx.now(), 59 * minute) })
  expect(await offered(shop)).toEqual([])
})

test('a returned number waits through a pause for whoever joins meanwhile', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await db.update(drops).set({ pausedAt: ctx.now() })
  await giveBack(shop, orders[1])
  expect(await offered(shop)).toEqual([])
  await waitlist(ctx, 1)
  await db.update(drops).set({ pausedAt: null })
  expect(await offered(shop)).toMatchObject([{ to: address(1) }])
})

test('an archived drop takes part in no waitlist', async ({ ctx, db }) => {
  await givenDrop(db, { totalUnits: 1 })
  await db
    .insert(dropWaitlists)
    .select(db.select({ dropId: drops.id, since: sql`now()`.as('since') }).from(drops))
  expect(await listWaitlistDrops(db, nothingClosed)).toEqual([])
  await waitlist(ctx, 1)
  expect(await listWaitlistDrops(db, nothingClosed)).toEqual(['test-drop'])
  await db.update(drops).set({ status: 'archived' })
  expect(await listWaitlistDrops(db, nothingClosed)).toEqual([])
})

test('expired offers and offers to unsubscribed people are not emailed', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await waitlist(ctx, 1)
  await giveBack(shop, orders[1])
  await run(shop, 'offer-returned-units')
  const job = shop.queued.find((queued) => queued.job === 'mail-unit-offer')
  await db.update(subscriptions).set({ unsubscribedAt: ctx.now(), name: null })
  await run(shop, 'mail-unit-offer', job?.payload)
  expect(await units(ctx), 'nothing is held for who has left').toBe('ott')
  await waitlist(ctx, 1, 2)
  await run(shop, 'offer-returned-units')
  const later = shop.queued.findLast((queued) => queued.job === 'mail-unit-offer')
  pass(ctx, day)
  await run(shop, 'mail-unit-offer', later?.payload)
  expect(shop.sent).toEqual([])
})

test('an offer counts only while it is being made', async ({ ctx, db }) => {
  const shop = shopOn(ctx)
  const orders = await soldOut(shop)
  await waitlist(ctx, 2)
  await giveBack(shop, orders[1])
  await offered(shop)
  await giveBack(shop, orders[2])
  const [offer] = await db.select().from(unitOffers)
  const again = await startLines(ctx, [
    { kind: 'drop_unit', ref: { slug: 'test-drop', number: 2, offer: offer?.id } },
  ])
  expect(again).toMatchObject({ ok: false })
  expect(await db.$count(dropUnits, and(eq(dropUnits.number, 2), eq(dropUnits.state, 'open')))).toBe(1)
})

test('a failing waitlist does not block other drops', async ({ db, ctx }) => {
  const broken = await givenDrop(db, { slug: 'broken-drop', dropNumber: 9, totalUnits: 1 })
  await db.insert(dropWaitlists).values({ dropId: broken.id, since: ctx.now() })
  const shop = shopOn(ctx)
  const orders = await soldOut({ ...shop, announce: () => {} })
  await db.insert(dropWaitlists).values({ dropId: broken.id, since: ctx.now() }).onConflictDoNothing()
  await waitlist(ctx, 1)
  await giveBack(shop, orders[2])
  const announce = (topics: Iterable<string>) => {
    if ([...topics].some((topic) => topic.includes('broken-drop'))) throw new Error('Nobody listens')
  }
  expect((await offered({ ...shop, announce })).map(({ to }) => to)).toEqual([address(1)])
})
